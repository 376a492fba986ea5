public import Voice

/// The source of a pack: the files that people write and record.
public struct PackSource: Sendable {
  /// The text of `pack.json`, of which a build replaces only the member `clips`.
  public let manifestText: String
  /// The decoded `pack.json`.
  public let manifest: PackManifest
  /// The pack's `grammar.json`.
  public let grammar: Grammar
  /// The pack's `script.csv`.
  public let script: RecordingScript
  /// The recordings of human speakers, which take precedence over the synthesizer.
  public let recordings: [ClipID: Recording]

  /// Describes a source.
  ///
  /// - Parameters:
  ///   - manifestText: The text of `pack.json`.
  ///   - manifest: The decoded `pack.json`.
  ///   - grammar: The pack's `grammar.json`.
  ///   - script: The pack's `script.csv`.
  ///   - recordings: The recordings of human speakers.
  public init(
    manifestText: String, manifest: PackManifest, grammar: Grammar, script: RecordingScript,
    recordings: [ClipID: Recording]
  ) {
    self.manifestText = manifestText
    self.manifest = manifest
    self.grammar = grammar
    self.script = script
    self.recordings = recordings
  }

  /// The faults of clips that the grammar uses and the script lacks.
  var faults: [PackFault] {
    let written = Set(script.rows.map(\.id))
    return Pack.clipsNeeded(by: grammar, options: manifest.options).compactMap { clip, path in
      guard !written.contains(clip) else { return nil }
      return PackFault(
        file: "grammar.json", path: path,
        problem: "asks for the clip '\(clip)', which script.csv does not have",
        remedy: "add its row, or change the grammar")
    }
  }
}

/// A human speaker's recording of one clip.
public struct Recording: Sendable, Hashable {
  /// The sound file.
  public let path: String
  /// The speaker, place and date, for the manifest.
  public let source: String
  /// The SPDX identifier of the licence.
  public let licence: String

  /// Describes a recording.
  ///
  /// - Parameters:
  ///   - path: The sound file.
  ///   - source: The speaker, place and date.
  ///   - licence: The SPDX identifier of the licence.
  public init(path: String, source: String, licence: String) {
    self.path = path
    self.source = source
    self.licence = licence
  }
}

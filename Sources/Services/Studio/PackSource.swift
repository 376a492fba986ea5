public import Voice

/// What people write and record of a pack, and what its clips are made from.
public struct PackSource: Sendable {
  /// The text of `pack.json`, of which the studio writes the member `clips` alone.
  public let manifestText: String
  /// The same, read.
  public let manifest: PackManifest
  /// The pack's `grammar.json`.
  public let grammar: Grammar
  /// The pack's `script.csv`.
  public let script: RecordingScript
  /// The recordings of human speakers, which come before any synthesizer.
  public let recordings: [ClipID: Recording]

  /// Gathers the parts.
  ///
  /// - Parameters:
  ///   - manifestText: The text of `pack.json`.
  ///   - manifest: The same, read.
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

  /// The clips that the grammar asks for and the script lacks.
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

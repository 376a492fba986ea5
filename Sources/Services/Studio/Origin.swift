import Voice

/// Where the sound of one clip comes from.
enum Origin: Sendable, Hashable {
  case recording(Recording)
  case tones(Tones)
  case synthesizer(PackManifest.Synthesizer, text: String)

  /// A recording before all, then tones if the row asks for them, otherwise the pack's synthesizer.
  init(_ row: RecordingScript.Row, _ source: PackSource) {
    if let recording = source.recordings[row.id] {
      self = .recording(recording)
    } else if let tones = Tones(row.say) {
      self = .tones(tones)
    } else {
      self = .synthesizer(source.manifest.synthesizer, text: row.say)
    }
  }

  /// What the manifest says of it.
  ///
  /// - Parameters:
  ///   - version: The version of the pack's synthesizer.
  ///   - voice: The pack's voice, whose licence a synthesized clip has.
  /// - Returns: The members `source` and `licence`.
  func credit(version: String, voice: PackManifest.Voice) -> (source: String, licence: String) {
    switch self {
    case .recording(let recording):
      (recording.source, recording.licence)
    case .tones:
      ("tone generator of soundbox pack build", "CC0-1.0")
    case .synthesizer(let synthesizer, _):
      ("\(synthesizer.engine.rawValue) \(version), voice \(synthesizer.voice)", voice.licence)
    }
  }

  /// What to do if there is no sound to be had from it.
  var remedy: String {
    switch self {
    case .recording: "record it again as WAV or FLAC"
    case .tones: "write tones that can be heard"
    case .synthesizer(let synthesizer, _):
      "correct the cell 'say', or install the Debian package \(synthesizer.engine.debianPackage)"
    }
  }

  var isSynthesizer: Bool {
    if case .synthesizer = self { true } else { false }
  }
}

extension PackManifest.Synthesizer.Engine {
  /// The Debian package that holds the program.
  var debianPackage: String { rawValue }
}

import Voice

/// The origin of a clip's sound.
enum Origin: Sendable, Hashable {
  case recording(Recording)
  case tones(Tones)
  case synthesizer(PackManifest.Synthesizer, text: String)

  /// A recording if there is one, otherwise the row's tones, otherwise the pack's synthesizer.
  init(_ row: RecordingScript.Row, _ source: PackSource) {
    if let recording = source.recordings[row.id] {
      self = .recording(recording)
    } else if let tones = Tones(row.say) {
      self = .tones(tones)
    } else {
      self = .synthesizer(source.manifest.synthesizer, text: row.say)
    }
  }

  /// The origin's credit in the manifest.
  ///
  /// - Parameters:
  ///   - version: The version of the pack's synthesizer.
  ///   - voice: The pack's voice, whose licence applies to synthesized clips.
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

  /// What to do if it gives no usable sound.
  var remedy: String {
    switch self {
    case .recording: "record it again as WAV or FLAC"
    case .tones: "write audible tones"
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

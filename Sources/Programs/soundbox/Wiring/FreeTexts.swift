import Audio
import Interop
import ProgramKit
import Speech
import Voice

/// Speaks the free texts in a pack's announcements; loads the synthesizer with the first of them.
///
/// Most shops never send a free text, and the synthesizer takes memory.
actor FreeTexts {
  /// The result: clips, and texts that cannot be spoken.
  struct Spoken: Sendable {
    var clips: [String: Clip] = [:]
    /// Each text that is left out, with the reason.
    var leftOut: [(text: String, reason: String)] = []
  }

  private let pack: Pack
  private let folder: String
  private var loaded: Result<SpeechClips, Failure>?

  /// Whether this computer has a synthesizer.
  static let isInstalled = Synthesizer.isInstalled

  init(_ pack: Pack, folder: String) {
    self.pack = pack
    self.folder = folder
  }

  /// Speaks the texts of a script.
  ///
  /// - Parameter script: The script.
  /// - Returns: Their clips; a text that cannot be spoken correctly is left out.
  /// - Throws: `CancellationError`.
  func speak(_ script: Script) async throws -> Spoken {
    var spoken = Spoken()
    for case .speech(let text) in script.elements {
      do {
        spoken.clips[text] = try await clips().clip(of: text)
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        let reason = (error as? Failure)?.lines.joined(separator: "; ") ?? "\(error)"
        spoken.leftOut.append((text, reason))
      }
    }
    return spoken
  }

  private func clips() throws(Failure) -> SpeechClips {
    let result =
      loaded ?? Result { () throws(Failure) in try SpeechClips(pack, folder: folder) }
    loaded = result
    return try result.get()
  }
}

/// Makes clips of free texts, as loud as a pack's clips.
///
/// Caches the clips of the latest texts, since the same texts recur. Works on a queue of its own.
actor SpeechClips {
  /// The number of cached texts.
  static let capacity = 50
  /// The number of clips of the pack whose loudness is measured.
  private static let samples = 24

  private let executor = QueueExecutor(label: "speech clips")
  private let speak: @Sendable (String) async throws -> RawRecording
  private let loudness: Double
  /// The cached clips, and their texts from the least to the most recently used.
  private var clips: [String: Clip] = [:]
  private var texts: [String] = []

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Loads a synthesizer that fits a pack, and measures the pack's loudness.
  ///
  /// - Parameters:
  ///   - pack: The pack; the voice is that of its own synthesizer if that is espeak-ng, and
  ///     otherwise the default voice of its locale.
  ///   - folder: The pack's folder.
  /// - Throws: ``Failure`` if there is no synthesizer or voice, or the pack's clips cannot be read.
  init(_ pack: Pack, folder: String) throws(Failure) {
    let declared = pack.manifest.synthesizer
    let own = declared.engine == .espeakNG ? declared : nil
    let synthesizer: Synthesizer
    do {
      synthesizer = try Synthesizer.load(
        voice: own?.voice, locale: pack.manifest.locale, speed: own?.speed, pitch: own?.pitch)
    } catch {
      throw Failure(.unavailable, "\(error)")
    }
    self.init(loudness: try Self.loudness(of: pack, in: folder)) { text in
      let speech = try await synthesizer.speak(text)
      return RawRecording(samples: speech.samples.map { Float($0) / 32_768 }, rate: speech.rate)
    }
  }

  /// Makes clips of what a closure speaks.
  ///
  /// - Parameters:
  ///   - loudness: The loudness of the clips, in LUFS.
  ///   - speak: Speaks a text.
  init(loudness: Double, speak: @escaping @Sendable (String) async throws -> RawRecording) {
    self.loudness = loudness
    self.speak = speak
  }

  /// A text as a clip.
  ///
  /// - Parameter text: The text.
  /// - Returns: The clip, at 48 kHz and as loud as the pack.
  /// - Throws: `SpeechError` if the text is refused or the synthesizer fails, `AudioError` if it
  ///   produced only silence, `CancellationError`.
  func clip(of text: String) async throws -> Clip {
    if let clip = clips[text] {
      texts.removeAll { $0 == text }
      texts.append(text)
      return clip
    }
    let clip = try Mastering.level(Mastering.master(try await speak(text)), to: loudness)
    if clips.updateValue(clip, forKey: text) == nil { texts.append(text) }
    if texts.count > Self.capacity { clips[texts.removeFirst()] = nil }
    return clip
  }

  /// The median loudness of a sample of clips that say words, in LUFS.
  private static func loudness(of pack: Pack, in folder: String) throws(Failure) -> Double {
    let spoken = pack.clips.filter { $0.value.role.saysWords }.sorted { $0.key < $1.key }
    let step = max(1, spoken.count / samples)
    var measured: [Double] = []
    for index in stride(from: 0, to: spoken.count, by: step) {
      let path = "\(folder)/\(spoken[index].value.file)"
      do {
        measured.append(Mastering.loudness(of: try SoundFile.read(path: path)))
      } catch {
        throw Failure(.configuration, "\(path): \(error)")
      }
    }
    guard !measured.isEmpty else { return Mastering.loudness }
    return measured.sorted()[measured.count / 2]
  }
}

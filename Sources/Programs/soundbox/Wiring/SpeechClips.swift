import Audio
import Interop
import ProgramKit
import Speech
import Voice

/// Free texts as clips that are as loud as those of a pack.
///
/// The last texts are kept, since the same wishes come again and again. The work is done on a queue of
/// its own.
actor SpeechClips {
  /// How many texts are kept.
  static let capacity = 50
  /// How many clips of the pack are measured.
  private static let samples = 24

  private let executor = QueueExecutor(label: "speech clips")
  private let speak: @Sendable (String) async throws -> RawRecording
  private let loudness: Double
  /// The clips of the last texts, and the texts from the oldest to the newest.
  private var clips: [String: Clip] = [:]
  private var texts: [String] = []

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Loads a synthesizer that fits a pack, and measures the pack.
  ///
  /// - Parameters:
  ///   - pack: The pack; its own synthesizer's voice speaks, if that is one of espeak-ng, and
  ///     otherwise the usual voice of its locale.
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
  ///   - loudness: How loud the clips are to be, in LUFS.
  ///   - speak: Speaks a text.
  init(loudness: Double, speak: @escaping @Sendable (String) async throws -> RawRecording) {
    self.loudness = loudness
    self.speak = speak
  }

  /// A text as a clip.
  ///
  /// - Parameter text: The text.
  /// - Returns: The clip, at 48 kHz and as loud as the pack.
  /// - Throws: `SpeechError` if the text is refused or the synthesizer fails, `AudioError` if it spoke
  ///   nothing but silence, `CancellationError`.
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

  /// The loudness in the middle of those of some clips that say words, in LUFS.
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

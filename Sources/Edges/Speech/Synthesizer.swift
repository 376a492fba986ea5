import Dispatch
import Synchronization

/// Speaks free texts with a voice of espeak-ng, which is loaded while the program runs.
///
/// A text is plain text and never anything else: no markup, no phonemes, no commands. What the voice
/// would say wrongly is refused, so that no wrong word is ever heard. All calls of a process go
/// through one queue, since the library has one voice at a time.
public final class Synthesizer: Sendable {
  /// The longest text, in characters.
  ///
  /// Longer ones are refused, not cut: half a wish may be its opposite.
  public static let longestText = 256
  /// The longest speech, in seconds; what takes longer is refused.
  public static let longestSpeech = 20
  private static let queue = DispatchQueue(label: "speech")

  /// The voice, as espeak-ng calls it.
  public let voice: String
  private let speed: Int?
  private let pitch: Int?
  private let reader: any Reader

  private init(voice: String, speed: Int?, pitch: Int?, reader: any Reader) {
    self.voice = voice
    self.speed = speed
    self.pitch = pitch
    self.reader = reader
  }

  /// Loads the library, unless it is loaded already, and looks for the voice.
  ///
  /// Takes some milliseconds, and longer while a text is being spoken. Mandarin is always read from
  /// pinyin, by the voice `cmn-latn-pinyin`.
  ///
  /// - Parameters:
  ///   - voice: The voice, as espeak-ng calls it, such as `en-us`; `nil` for that of the locale.
  ///   - locale: The language of the texts, such as `zh-CN`.
  ///   - speed: Words a minute, from 80 to 450; `nil` for the usual speed.
  ///   - pitch: The pitch from 0 to 99; `nil` for the usual one.
  /// - Returns: The synthesizer.
  /// - Throws: ``SpeechError`` if espeak-ng is not installed or has no such voice.
  public static func load(
    voice: String?, locale: String, speed: Int? = nil, pitch: Int? = nil
  ) throws(SpeechError) -> Synthesizer {
    try load(
      voice: voice, locale: locale, speed: speed, pitch: pitch, library: Espeak.library,
      releases: HanLatin.releases)
  }

  static func load(
    voice: String?, locale: String, speed: Int? = nil, pitch: Int? = nil, library: String,
    releases: [Int]
  ) throws(SpeechError) -> Synthesizer {
    let candidates = VoiceName.candidates(voice, locale)
    let found = try Espeak.shared.withLock { loaded throws(SpeechError) in
      if loaded?.name != library { loaded = try Espeak(library) }
      return candidates.first { loaded?.choose($0.rawValue) == true }
    }
    guard let found else {
      throw SpeechError(
        .unknownVoice, step: "load the voice \(voice ?? locale)",
        reason: "espeak-ng has no such voice",
        hint: "espeak-ng --voices lists the voices, in the column Language")
    }
    let reader: any Reader =
      found.language == "cmn"
      ? MandarinReader(releases: releases) : SpellingReader(language: found.language)
    return Synthesizer(voice: found.rawValue, speed: speed, pitch: pitch, reader: reader)
  }

  /// Whether espeak-ng's library is installed; nothing is kept of it in memory.
  public static var isInstalled: Bool { DynamicLibrary.isInstalled(Espeak.library) }

  /// Speaks a text.
  ///
  /// - Parameter text: The text, of at most ``longestText`` characters.
  /// - Returns: The samples of one channel, and how many of them make a second.
  /// - Throws: ``SpeechError`` of kind `refused` if the text cannot be said correctly, is too long or
  ///   has no words; of another kind if the synthesizer fails; `CancellationError`.
  public func speak(_ text: String) async throws -> (samples: [Int16], rate: Int) {
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { continuation in
      Self.queue.async { [self] in
        continuation.resume(with: Result { try speakNow(text) })
      }
    }
  }

  private func speakNow(_ text: String) throws(SpeechError) -> (samples: [Int16], rate: Int) {
    let reading = try reading(of: text)
    return try Espeak.shared.withLock { loaded throws(SpeechError) in
      guard let espeak = loaded, espeak.choose(voice) else {
        throw SpeechError(
          .failed, step: "speak a text", reason: "the voice \(voice) has gone",
          hint: "install the package espeak-ng-data again")
      }
      let utterance = try espeak.speak(
        reading, speed: speed, pitch: pitch, atMost: Self.longestSpeech)
      guard !utterance.isTooLong else {
        throw .refused("it takes longer than \(Self.longestSpeech) s", hint: "write less")
      }
      guard !utterance.samples.isEmpty else { throw .refused("the voice has nothing to say") }
      return (utterance.samples, utterance.rate)
    }
  }

  /// What the voice is given to read.
  func reading(of text: String) throws(SpeechError) -> String {
    // Bytes are limited as well, since a character may be of any length.
    guard text.count <= Self.longestText, text.utf8.count <= Self.longestText * 8 else {
      throw .refused("it is longer than \(Self.longestText) characters", hint: "write less")
    }
    let plain = PlainText.cleaned(text)
    guard PlainText.hasWords(plain) else { throw .refused("there are no words in it") }
    return try reader.reading(of: plain)
  }
}

import Dispatch
import Synchronization

/// Speaks free text with a voice of espeak-ng, which is loaded at run time.
///
/// Text is always plain: no markup, no phonemes, no commands. A text that the voice would misread is
/// refused, so that no wrong word is ever heard. All calls of a process share one queue, because the
/// library has one voice at a time.
public final class Synthesizer: Sendable {
  /// The longest text, in characters.
  ///
  /// Longer texts are refused instead of cut: half a request may mean its opposite.
  public static let longestText = 256
  /// The longest speech, in seconds; longer ones are refused.
  public static let longestSpeech = 20
  private static let queue = DispatchQueue(label: "speech")

  /// espeak-ng's name of the voice.
  public let voice: String
  private let speed: Int?
  private let pitch: Int?
  private let reader: any TextReader

  private init(voice: String, speed: Int?, pitch: Int?, reader: any TextReader) {
    self.voice = voice
    self.speed = speed
    self.pitch = pitch
    self.reader = reader
  }

  /// Loads the library if necessary, and looks for the voice.
  ///
  /// Takes some milliseconds, and longer while a text is being spoken. Mandarin is always read from
  /// pinyin by the voice `cmn-latn-pinyin`.
  ///
  /// - Parameters:
  ///   - voice: espeak-ng's name of the voice, such as `en-us`; `nil` for the locale's voice.
  ///   - locale: The language of the texts, such as `zh-CN`.
  ///   - speed: Words per minute, from 80 to 450; `nil` for the default.
  ///   - pitch: The pitch from 0 to 99; `nil` for the default.
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
    let reader: any TextReader =
      found.language == "cmn"
      ? MandarinReader(releases: releases) : SpellingReader(language: found.language)
    return Synthesizer(voice: found.rawValue, speed: speed, pitch: pitch, reader: reader)
  }

  /// Whether espeak-ng's library is installed; does not keep it loaded.
  public static var isInstalled: Bool { DynamicLibrary.isInstalled(Espeak.library) }

  /// Speaks a text.
  ///
  /// - Parameter text: The text, of at most ``longestText`` characters.
  /// - Returns: The samples of one channel, and their number per second.
  /// - Throws: ``SpeechError`` of kind `refused` if the text cannot be spoken correctly, is too long,
  ///   or has no words; of another kind if the synthesizer fails; `CancellationError`.
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
          .failed, step: "speak a text", reason: "the voice \(voice) is missing",
          hint: "install the package espeak-ng-data again")
      }
      let utterance = try espeak.speak(
        reading, speed: speed, pitch: pitch, atMost: Self.longestSpeech)
      guard !utterance.isTooLong else {
        throw .refused("it takes longer than \(Self.longestSpeech) s", hint: "shorten it")
      }
      guard !utterance.samples.isEmpty else { throw .refused("the voice gives no sound") }
      return (utterance.samples, utterance.rate)
    }
  }

  /// The text for the voice.
  func reading(of text: String) throws(SpeechError) -> String {
    // Bytes are limited as well, because a character may be of any length.
    guard text.count <= Self.longestText, text.utf8.count <= Self.longestText * 8 else {
      throw .refused("it is longer than \(Self.longestText) characters", hint: "shorten it")
    }
    let plain = PlainText.cleaned(text)
    guard PlainText.hasWords(plain) else { throw .refused("it has no words") }
    return try reader.reading(of: plain)
  }
}

/// The name of an espeak-ng voice.
struct VoiceName: RawRepresentable, Equatable {
  /// The voice that reads pinyin; the other Mandarin voice reads it as English.
  private static let mandarin = "cmn-latn-pinyin"

  let rawValue: String

  /// Validates a name; `nil` for one that could be a file's path.
  init?(rawValue: String) {
    let isName = rawValue.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-+_ ()".contains($0))
    }
    guard isName, !rawValue.isEmpty else { return nil }
    self.rawValue = rawValue == "cmn" ? Self.mandarin : rawValue
  }

  /// The ISO 639 language at the start of the name.
  var language: String { Self.language(of: rawValue) }

  /// The names to try, best first.
  static func candidates(_ voice: String?, _ locale: String) -> [VoiceName] {
    if let voice { return [VoiceName(rawValue: voice)].compactMap(\.self) }
    let language = language(of: locale)
    // In Hong Kong and Macau written Chinese is read in Cantonese, for which we have no reader.
    let isCantonese = locale.hasSuffix("-HK") || locale.hasSuffix("-MO")
    guard language == "zh" else {
      return [locale.lowercased(), language].compactMap(VoiceName.init)
    }
    return isCantonese ? [] : [mandarin].compactMap(VoiceName.init)
  }

  private static func language(of name: String) -> String {
    String(name.lowercased().prefix { $0.isLetter })
  }
}

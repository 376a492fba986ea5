import CSpeech
import Synchronization

/// The library espeak-ng, one per process, with one voice at a time.
///
/// Used only under the lock of ``shared``.
@safe final class Espeak {
  /// The library once loaded; never unloaded.
  static let shared = Mutex<Espeak?>(nil)

  /// The library's file name.
  let name: String
  private let setVoice: @convention(c) (UnsafePointer<CChar>?) -> Int32
  private let setParameter: @convention(c) (Int32, Int32, Int32) -> Int32
  private let synthesize:
    @convention(c) (
      UnsafeRawPointer?, Int, UInt32, Int32, UInt32, UInt32, UnsafeMutablePointer<UInt32>?,
      UnsafeMutableRawPointer?
    ) -> Int32
  private let defaultRate: Int

  /// The library's file name in Debian.
  static let library = "libespeak-ng.so.1"

  /// Loads and starts the library.
  ///
  /// Corresponds to `espeak_Initialize`, in the mode that opens no sound device.
  ///
  /// - Parameter name: The library's file name.
  /// - Throws: ``SpeechError`` if the library or its data are not installed.
  init(_ name: String) throws(SpeechError) {
    guard let library = DynamicLibrary(name),
      let initialize = unsafe library.function(
        "espeak_Initialize", as: espeak_Initialize_type.self),
      let setCallback = unsafe library.function(
        "espeak_SetSynthCallback", as: espeak_SetSynthCallback_type.self),
      let setVoice = unsafe library.function(
        "espeak_SetVoiceByName", as: espeak_SetVoiceByName_type.self),
      let setParameter = unsafe library.function(
        "espeak_SetParameter", as: espeak_SetParameter_type.self),
      let synthesize = unsafe library.function("espeak_Synth", as: espeak_Synth_type.self)
    else {
      throw SpeechError(
        .notInstalled, step: "load the synthesizer", reason: "\(name) was not found",
        hint: "install the package libespeak-ng1")
    }
    unsafe self.setVoice = setVoice
    self.setParameter = setParameter
    unsafe self.synthesize = synthesize
    self.name = name
    defaultRate = Int(
      initialize(
        Int32(espeakAUDIO_OUTPUT_SYNCHRONOUS), 0, nil, Int32(espeakINITIALIZE_DONT_EXIT)))
    guard defaultRate > 0 else {
      throw SpeechError(
        .notInstalled, step: "start the synthesizer", reason: "its data is missing",
        hint: "install the package espeak-ng-data")
    }
    unsafe setCallback { samples, count, events in
      unsafe Utterance.receive(samples, count, events)
    }
  }

  /// Chooses the voice.
  ///
  /// Corresponds to `espeak_SetVoiceByName`.
  ///
  /// - Returns: Whether the voice exists.
  func choose(_ voice: String) -> Bool { unsafe setVoice(voice) == 0 }

  /// Synthesizes plain text with the current voice.
  ///
  /// Corresponds to `espeak_Synth` without SSML and phonemes.
  ///
  /// - Parameters:
  ///   - text: The text, without control characters, one of which would begin a command.
  ///   - speed: Words per minute; `nil` for the default.
  ///   - pitch: The pitch from 0 to 99; `nil` for the default.
  ///   - seconds: The longest speech; the rest is left out.
  /// - Returns: The speech.
  /// - Throws: ``SpeechError`` if the library fails.
  func speak(
    _ text: String, speed: Int?, pitch: Int?, atMost seconds: Int
  ) throws(SpeechError) -> Utterance {
    // The command-line program's defaults; the library's are different.
    _ = setParameter(Int32(espeakRATE), Int32(clamping: speed ?? 175), 0)
    _ = setParameter(Int32(espeakPITCH), Int32(clamping: pitch ?? 50), 0)
    let utterance = Utterance(rate: defaultRate, seconds: seconds)
    let code = unsafe text.withCString { bytes in
      unsafe synthesize(
        bytes, text.utf8.count + 1, 0, Int32(espeakPOS_CHARACTER), 0, UInt32(espeakCHARS_UTF8), nil,
        Unmanaged.passUnretained(utterance).toOpaque())
    }
    guard code == 0 else {
      throw SpeechError(
        .failed, step: "speak a text", reason: "the synthesizer failed with code \(code)",
        hint: "install the packages libespeak-ng1 and espeak-ng-data again")
    }
    return utterance
  }
}

/// The speech of one call of the synthesizer so far.
final class Utterance {
  /// The samples of one channel.
  private(set) var samples: [Int16] = []
  /// Samples per second.
  private(set) var rate: Int
  /// Whether the speech exceeded its limit.
  private(set) var isTooLong = false
  private let seconds: Int

  init(rate: Int, seconds: Int) {
    self.rate = rate
    self.seconds = seconds
  }

  /// Appends samples.
  ///
  /// - Returns: Whether to continue.
  private func append(_ part: UnsafeBufferPointer<Int16>) -> Bool {
    unsafe samples.append(contentsOf: part)
    isTooLong = samples.count > seconds * rate
    return !isTooLong
  }

  /// The callback of `espeak_SetSynthCallback`, on the calling thread.
  ///
  /// Each event, including the list's terminator, carries the utterance that it belongs to.
  ///
  /// - Returns: 0 to continue, 1 to end.
  static func receive(
    _ samples: UnsafeMutablePointer<Int16>?, _ count: Int32,
    _ events: UnsafeMutablePointer<espeak_EVENT>?
  ) -> Int32 {
    guard var event = unsafe events, let context = unsafe event.pointee.user_data else { return 0 }
    let utterance = unsafe Unmanaged<Utterance>.fromOpaque(context).takeUnretainedValue()
    while unsafe event.pointee.type != espeakEVENT_LIST_TERMINATED {
      if unsafe event.pointee.type == espeakEVENT_SAMPLERATE {
        utterance.rate = unsafe Int(event.pointee.id.number)
      }
      unsafe event += 1
    }
    guard let samples = unsafe samples, count > 0 else { return 0 }
    return unsafe utterance.append(UnsafeBufferPointer(start: samples, count: Int(count))) ? 0 : 1
  }
}

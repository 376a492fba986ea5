import CSpeech
import Synchronization

/// The library espeak-ng, of which a process has one, with one voice at a time.
///
/// It is used under the lock of ``shared`` alone.
@safe final class Espeak {
  /// The library, once it has been loaded; never unloaded.
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
  private let usualRate: Int

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
        .notInstalled, step: "load the synthesizer", reason: "there is no \(name)",
        hint: "install the package libespeak-ng1")
    }
    unsafe self.setVoice = setVoice
    self.setParameter = setParameter
    unsafe self.synthesize = synthesize
    self.name = name
    usualRate = Int(
      initialize(
        Int32(espeakAUDIO_OUTPUT_SYNCHRONOUS), 0, nil, Int32(espeakINITIALIZE_DONT_EXIT)))
    guard usualRate > 0 else {
      throw SpeechError(
        .notInstalled, step: "start the synthesizer", reason: "its data are missing",
        hint: "install the package espeak-ng-data")
    }
    unsafe setCallback { samples, count, events in
      unsafe Utterance.take(samples, count, events)
    }
  }

  /// Chooses the voice.
  ///
  /// Corresponds to `espeak_SetVoiceByName`.
  ///
  /// - Returns: Whether there is such a voice.
  func choose(_ voice: String) -> Bool { unsafe setVoice(voice) == 0 }

  /// Speaks a plain text with the voice that was chosen last.
  ///
  /// Corresponds to `espeak_Synth`; the text has neither SSML nor phonemes in it, whatever it looks
  /// like.
  ///
  /// - Parameters:
  ///   - text: What to say, without control characters, one of which would begin a command.
  ///   - speed: Words a minute; `nil` for the usual speed.
  ///   - pitch: The pitch from 0 to 99; `nil` for the usual one.
  ///   - seconds: The longest speech; it ends there.
  /// - Returns: What was said.
  /// - Throws: ``SpeechError`` if the library fails.
  func speak(
    _ text: String, speed: Int?, pitch: Int?, atMost seconds: Int
  ) throws(SpeechError) -> Utterance {
    // What the command-line program uses: the library begins with other ones.
    _ = setParameter(Int32(espeakRATE), Int32(clamping: speed ?? 175), 0)
    _ = setParameter(Int32(espeakPITCH), Int32(clamping: pitch ?? 50), 0)
    let utterance = Utterance(rate: usualRate, seconds: seconds)
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

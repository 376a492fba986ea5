import CALSA
import Glibc

/// A code of libasound while a device is opened.
struct ALSAError: Error {
  /// What was going on.
  enum Step: Sendable { case open, configure }

  /// The negative `errno`.
  let code: Int32
  let step: Step

  static func check(_ code: Int32, _ step: Step) throws(ALSAError) {
    guard code >= 0 else { throw ALSAError(code: code, step: step) }
  }

  /// Whether the device refuses our form of samples, which ALSA's converter may give it in another.
  var isRefusal: Bool { step == .configure && code == -EINVAL }

  /// The error as the operator sees it.
  func audioError(_ device: String) -> AudioError {
    let hint: String? =
      switch -code {
      case EBUSY: "another program holds it; stop that, or use a device that can be shared"
      case EACCES, EPERM: "add the program's user to the group audio"
      case ECONNREFUSED: "the sound server does not run"
      default: "aplay -L lists the devices"
      }
    return AudioError(
      step: "open device \(device)", reason: unsafe String(cString: snd_strerror(code)), hint: hint,
      isTransient: ![EACCES, EPERM, EINVAL].contains(-code))
  }
}

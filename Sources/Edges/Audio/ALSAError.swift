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
  ///
  /// - Parameters:
  ///   - device: The device's name.
  ///   - root: The folder of `proc`, where the programs that hold a busy device are looked up.
  /// - Returns: The error to throw.
  func audioError(_ device: String, root: String = "/") -> AudioError {
    let hint: String? =
      switch -code {
      case EBUSY: "another program holds it; stop that, or use a device that can be shared"
      case EACCES, EPERM: "add the program's user to the group audio"
      case ECONNREFUSED: "the sound server does not run"
      default: "aplay -L lists the devices"
      }
    return AudioError(
      step: "open device \(device)", reason: reason(device, root), hint: hint,
      isTransient: ![EACCES, EPERM, EINVAL].contains(-code))
  }

  private func reason(_ device: String, _ root: String) -> String {
    let words = unsafe String(cString: snd_strerror(code))
    guard code == -EBUSY else { return words }
    let holders = DeviceHolder.all(of: device, root: root)
    guard !holders.isEmpty else { return words }
    return "device or resource busy: held by \(holders.joined(separator: " and "))"
  }
}

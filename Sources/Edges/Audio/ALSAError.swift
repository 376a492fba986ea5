import CALSA
import Glibc
import Interop

/// An error of libasound while a device is being opened.
struct ALSAError: Error {
  /// The step that failed.
  enum Step: Sendable { case open, configure }

  /// The negative `errno`.
  let code: Int32
  let step: Step

  static func check(_ code: Int32, _ step: Step) throws(ALSAError) {
    guard code >= 0 else { throw ALSAError(code: code, step: step) }
  }

  /// The error for the operator.
  ///
  /// - Parameters:
  ///   - device: The device's name.
  ///   - root: The folder that contains `proc`, to look up the programs that hold a busy device.
  /// - Returns: The error to throw.
  func audioError(_ device: String, root: String = "/") -> AudioError {
    let hint: String? =
      switch -code {
      case EBUSY: "another program holds it; stop that program, or use a device that can be shared"
      case EACCES, EPERM: "add the program's user to the group audio"
      case ECONNREFUSED: "the sound server is not running"
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

/// The programs that hold a sound card, according to the kernel.
private enum DeviceHolder {
  /// Looks up the programs that play on a device.
  ///
  /// - Parameters:
  ///   - device: Its name; `hw:1,0`, `plughw:1` and the like name one card, others may mean any.
  ///   - root: The folder that contains `proc`.
  /// - Returns: Each program with its process, such as “aplay (process 412)”.
  static func all(of device: String, root: String) -> [String] {
    let (card, number) = location(of: device)
    let folder = root.hasSuffix("/") ? root + "proc" : root + "/proc"
    let processes = paths("\(folder)/asound/\(card)/pcm\(number)p/sub*/status").compactMap(owner)
    return Set(processes).sorted().map { process in
      let name = lines("\(folder)/\(process)/comm").first ?? "a program"
      return "\(name) (process \(process))"
    }
  }

  /// The folder of the card and the number of its device, as patterns.
  private static func location(of device: String) -> (card: String, number: String) {
    let parts = device.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, ["hw", "plughw"].contains(parts[0]) else { return ("card*", "*") }
    var words = parts[1].split(separator: ",").map { word in
      word.split(separator: "=").last.map(String.init) ?? ""
    }
    guard words.joined().allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }) else {
      return ("card*", "*")
    }
    let card = words.removeFirst()
    return (Int(card) == nil ? card : "card\(card)", words.first ?? "*")
  }

  private static func paths(_ pattern: String) -> [String] {
    var found = unsafe glob_t()
    defer { unsafe globfree(&found) }
    guard unsafe glob(pattern, 0, nil, &found) == 0 else { return [] }
    return unsafe (0..<Int(found.gl_pathc)).compactMap { index in
      unsafe found.gl_pathv[index].map { unsafe String(cString: $0) }
    }
  }

  private static func owner(_ path: String) -> Int? {
    let line = lines(path).first { $0.hasPrefix("owner_pid") }
    return line?.split(separator: ":").last.flatMap { Int($0.drop { $0 == " " }) }
  }

  private static func lines(_ path: String) -> [Substring] {
    guard let bytes = try? FileDescriptor.open(path).read(atMost: 4_096) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}

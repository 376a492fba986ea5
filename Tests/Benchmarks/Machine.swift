import FoundationEssentials

/// The machine, and what /proc tells of a process on it.
enum Machine {
  static var description: String {
    let cores = text("/proc/cpuinfo").split(separator: "\n")
    let model = cores.first { $0.hasPrefix("model name") }?.split(separator: ":").last ?? " unknown"
    let load = text("/proc/loadavg").split(separator: " ").first ?? "unknown"
    return "\(cores.filter { $0.hasPrefix("processor") }.count) cores,\(model), load \(load)"
  }

  static func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  /// Resident memory, in KiB.
  static func resident(_ processID: Int32) -> Int { status("VmRSS", of: processID) }

  /// The most resident memory since ``forgetPeak(_:)``, in KiB.
  static func peak(_ processID: Int32) -> Int { status("VmHWM", of: processID) }

  /// Lets the peak begin anew; 5 is the kernel's word for that (proc(5), clear_refs).
  static func forgetPeak(_ processID: Int32) throws {
    try "5".write(toFile: "/proc/\(processID)/clear_refs", atomically: false, encoding: .utf8)
  }

  private static func status(_ key: String, of processID: Int32) -> Int {
    let line = text("/proc/\(processID)/status").split(separator: "\n").first {
      $0.hasPrefix(key)
    }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
  }

  /// Processor time used, in hundredths of a second.
  static func processorTime(_ processID: Int32) -> Int {
    let fields =
      text("/proc/\(processID)/stat").split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12 else { return 0 }
    return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
  }
}

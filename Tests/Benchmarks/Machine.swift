import FoundationEssentials

/// The machine, and what /proc tells of a process on it.
enum Machine {
  static var description: String {
    let cores = text("/proc/cpuinfo").split(separator: "\n")
    let model = cores.first { $0.hasPrefix("model name") }?.split(separator: ":").last ?? " unknown"
    return "\(cores.filter { $0.hasPrefix("processor") }.count) cores,\(model)"
  }

  static func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  /// Resident memory, in KiB.
  static func resident(_ processID: Int32) -> Int {
    let line = text("/proc/\(processID)/status").split(separator: "\n").first {
      $0.hasPrefix("VmRSS")
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

import FoundationEssentials

/// A chip of the kernel's gpio-sim, with four lines of which the second is called `lamp`.
final class SimulatedChip {
  static let root = "/sys/kernel/config/gpio-sim"

  /// The chip's label.
  let label: String
  private let folder: String
  private var levels = ""

  init() throws {
    let number = UUID().uuidString.prefix(8).lowercased()
    label = "soundbox-\(number)"
    folder = "\(Self.root)/soundbox-\(number)"
    try make(folder)
    try make("\(folder)/bank0")
    try write("4", to: "bank0/num_lines")
    try write(label, to: "bank0/label")
    try make("\(folder)/bank0/line1")
    try write("lamp", to: "bank0/line1/name")
    try plug(true)
  }

  deinit {
    try? plug(false)
    for part in ["/bank0/line1", "/bank0", ""] {
      try? FileManager.default.removeItem(atPath: folder + part)
    }
  }

  /// Makes the chip appear, or vanish.
  func plug(_ isPlugged: Bool) throws {
    try write(isPlugged ? "1" : "0", to: "live")
    guard isPlugged else { return }
    let (device, chip) = (try read("\(folder)/dev_name"), try read("\(folder)/bank0/chip_name"))
    levels = "/sys/devices/platform/\(device)/\(chip)"
  }

  /// The voltage of a line: whether it is high.
  func isHigh(_ line: Int) throws -> Bool { try read("\(levels)/sim_gpio\(line)/value") == "1" }

  private func make(_ folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
  }

  private func write(_ text: String, to file: String) throws {
    try text.write(toFile: "\(folder)/\(file)", atomically: false, encoding: .utf8)
  }

  private func read(_ path: String) throws -> String {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
  }
}

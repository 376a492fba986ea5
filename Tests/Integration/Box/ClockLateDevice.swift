import FoundationEssentials

/// An ALSA device that is missing at first, so that orders wait.
struct LateDevice {
  let name = "late"
  let environment: [String: String?]
  private let path: String

  init(in folder: String) throws {
    path = "\(folder)/alsa.conf"
    environment = ["ALSA_CONFIG_PATH": path]
    try write("")
  }

  /// Makes it appear; it swallows what it is given.
  func appear() throws { try write("pcm.\(name) { type null }\n") }

  private func write(_ text: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
}

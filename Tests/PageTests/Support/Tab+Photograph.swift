import BrowserKit
import FoundationEssentials
import Wire

extension Tab {
  /// Keeps what is to be seen as `.build/screenshots/NAME.png`.
  func photograph(_ name: String) async throws {
    let answer = try await send("Page.captureScreenshot", ["format": .string("png")])
    guard let data = answer["data"]?.text.flatMap({ Data(base64Encoded: $0) }) else {
      throw BrowserFault("no picture of \(name)")
    }
    let folder = "\(Program.repository)/.build/screenshots"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try data.write(to: URL(fileURLWithPath: "\(folder)/\(name).png"))
  }
}

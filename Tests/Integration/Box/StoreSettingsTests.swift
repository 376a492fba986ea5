import FoundationEssentials
import Interop
import Testing
import TestKit

@Suite(.serialized, .timeLimit(.minutes(3))) struct `A configuration that is damaged` {
  @Test(arguments: [
    ("volume: 60", "12: unknown key 'volume'"),
    ("alerts: {round: 3}", "12: unknown key 'alerts.round'"),
    ("alerts: {rounds: 21}", "12: rounds '21' is out of range"),
    ("alerts: [", ":"), ("box: counter-2", "box"), ("\u{1}", ":"),
    ("button: {device: /dev/null, key: KEY_NONE}", "12: 'KEY_NONE' is not a key"),
    ("homeAssistant: {prefx: home}", "12: unknown key 'homeAssistant.prefx'"),
    ("healthInterval: often", "12: healthInterval 'often' is not a duration"),
    ("healthInterval: 0s", "12: healthInterval '0s' is too short"),
  ])
  func `keeps the box from starting, with the line and the fault`(
    setting: String, fault: String
  ) async throws {
    try await withTemporaryFolder { folder in
      let path = "\(folder)/box.yaml"
      let text = """
        # A box


        store: s042
        box: counter-1
        broker: mqtt://127.0.0.1:1
        pack: \(Program.pack("zh-CN"))
        audio: none
        state: \(folder)/state


        \(setting)
        """
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let result = try await Program.run("run", "--config", path)
      #expect(result.status == 78)
      #expect(result.errors.hasPrefix("soundbox: \(path):"))
      #expect(result.errors.contains(fault), "\(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/state"), "nothing was begun")
    }
  }

  @Test(arguments: ["", "\u{0}\u{0}\u{0}\u{0}", "just words", "- a\n- b"])
  func `altogether is named`(text: String) async throws {
    try await withTemporaryFolder { folder in
      let path = "\(folder)/box.yaml"
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let result = try await Program.run("run", "--config", path)
      #expect(result.status == 78)
      #expect(result.errors.hasPrefix("soundbox: \(path)"), "\(result.errors)")
      #expect(result.output == "")
    }
  }
}

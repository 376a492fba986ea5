import Interop
import Testing
import TestKit

@Suite(.serialized, .timeLimit(.minutes(3))) struct `Hardware that is not there` {
  @Test(arguments: [
    (
      "button: {device: /dev/input/by-id/none, key: KEY_ENTER}", "button: ",
      "cannot watch KEY_ENTER of /dev/input/by-id/none: No such file or directory; plug it in"
    ),
    (
      "button: {device: /dev/null, key: KEY_ENTER}", "button: ",
      "cannot watch KEY_ENTER of /dev/null: it is not an input device; choose one"
    ),
    (
      "light: {chip: no-such-chip, line: \"3\"}", "light: ",
      "cannot open the GPIO chip no-such-chip: No such file or directory; gpiodetect lists"
    ),
  ])
  func `keeps the box from starting, and says so`(
    setting: String, what: String, fault: String
  ) async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        var setup = BoxProcess.Setup(port: broker.port)
        setup.more = setting
        let box = try BoxProcess(in: folder, setup)
        #expect(await box.ended() == .exited(69))
        #expect(box.log.contains("soundbox: \(fault)"), "\(box.log)")
        #expect(box.log.split(separator: "\n").count == 1)
        let check = try await Program.run("check", "--config", "\(folder)/box.yaml")
        #expect(check.errors.hasPrefix("soundbox: \(what)\(fault)"), "\(check.errors)")
        #expect(check.status == 78)
      }
    }
  }

  @Test func `has no such key`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let device = try await FakeInputDevice(in: folder, key: 30)
        try device.plug()
        var setup = BoxProcess.Setup(port: broker.port)
        setup.environment = device.environment
        setup.more = "button: {device: \(device.path), key: KEY_ENTER}"
        let box = try BoxProcess(in: folder, setup)
        #expect(await box.ended() == .exited(69))
        #expect(box.log.contains("“fake” has no such key"))
        device.unplug()
      }
    }
  }
}

import FoundationEssentials
import Testing
import TestKit

@Suite(.timeLimit(.minutes(2))) struct `A check of a monitor` {
  private func check(_ path: String) async throws -> Program.Result {
    try await Program.run(["check", "--config", path], of: Program.fleetPath)
  }

  /// The sample configuration with every key that is commented out in use, and the files it names.
  private func sample(
    in folder: String, broker: UInt16, page: UInt16
  ) async throws -> (path: String, configuration: String) {
    let certificates = try await Certificates(in: folder)
    let page = (try await certificates.sign("page", for: "IP:127.0.0.1"), page)
    let server = try await certificates.sign("broker", for: "IP:127.0.0.1")
    for (name, text) in [
      ("password", "secret\n"), ("alice.token", "alice-has-a-long-token\n"),
      ("prometheus.token", "prometheus-has-one-too\n"), ("hook.secret", "0123456789abcdef\n"),
    ] { _ = try write(text, to: "\(folder)/\(name)") }
    #expect(page.0.certificate == "\(folder)/page.pem" && page.0.key == "\(folder)/page.key")
    let text = try String(
      contentsOfFile: "\(Program.repository)/Deploy/fleet.yaml", encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      // A comment begins with a capital letter or goes on in words; a key ends with a colon.
      line.firstMatch(of: #/^# ((?: *- \{| *)[a-zA-Z0-9]+:(?: .*)?)$/#).map { String($0.1) }
        ?? String(line)
    }
    let configuration = lines.joined(separator: "\n")
      .replacing("mqtt://127.0.0.1:1883", with: "mqtts://127.0.0.1:\(broker)")
      .replacing("/etc/soundbox-fleet", with: folder)
      .replacing("/var/lib/soundbox-fleet", with: folder)
      .replacing("127.0.0.1:9440", with: "127.0.0.1:\(page.1)")
    return (
      try write(configuration, to: "\(folder)/fleet.yaml"), certificates.configuration(server)
    )
  }

  @Test func `takes the sample with every key in use`() async throws {
    try await withTemporaryFolder { folder in
      let (broker, page) = (try freePort(), try freePort())
      let (path, configuration) = try await sample(in: folder, broker: broker, page: page)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let keys = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.count
      #expect(keys > 25, "so many were commented out\n\(text)")
      try await withBroker(port: broker, configuration: configuration) { _ in
        let result = try await check(path)
        #expect(result.errors == "")
        #expect(result.output == "\(path): no faults\n")
        #expect(result.status == 0)
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/fleet.sqlite"))
      }
    }
  }

  @Test func `asks the broker and leaves alone a monitor that runs`() async throws {
    try await withTemporaryFolder { folder in
      try await withBroker { broker in
        let monitor = try await MonitorProcess.online(in: folder, .init(port: broker.port))
        let running = try await check(monitor.configuration)
        #expect(running.errors == "" && running.status == 0)
        let box = try ScriptedBox(broker)
        try await box.handled("7421", seq: 1)
        try await monitor.knows("7421", receipts: 1)
        #expect(!monitor.log.contains("offline"))

        await broker.kill()
        let away = try await check(monitor.configuration)
        #expect(away.status == 78)
        #expect(
          away.errors.hasPrefix(
            "soundbox-fleet: broker: cannot connect to 127.0.0.1:\(broker.port)"))
        #expect(away.errors.split(separator: "\n").count == 1)
      }
    }
  }

  @Test(arguments: [
    ("none/fleet.db", "there is no folder '"), ("folder", "database: "), ("text", "database: "),
  ])
  func `names a database that no monitor could use`(file: String, words: String) async throws {
    try await withTemporaryFolder { folder in
      try FileManager.default.createDirectory(
        atPath: "\(folder)/folder", withIntermediateDirectories: false)
      _ = try write(String(repeating: "no database\n", count: 100), to: "\(folder)/text")
      try await withBroker { broker in
        let path = try write(
          """
          name: monitor-1
          broker: mqtt://127.0.0.1:\(broker.port)
          database: sqlite:\(folder)/\(file)
          """, to: "\(folder)/fleet.yaml")
        let result = try await check(path)
        #expect(result.status == 78)
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(result.errors.hasPrefix("soundbox-fleet: database: "), "\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
      }
    }
  }
}

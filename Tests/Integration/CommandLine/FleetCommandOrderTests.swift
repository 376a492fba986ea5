import Testing
import TestKit
import Wire

@Suite(.timeLimit(.minutes(2))) struct `The fleet's commands` {
  @Test func `print an order's steps, with what came again and what contradicts`() async throws {
    try await withMonitor { broker, monitor in
      let box = try ScriptedBox(broker)
      try await box.delivered("7421-created", order: "7421", seq: 1)
      try await box.handled("7421-created", order: "7421", seq: 2, spoken: "新订单")
      try await box.handled("7421-created", order: "7421", seq: 3)
      try await box.handled("7421-created", order: "7421", seq: 4, .failedAudio)
      let other = try ScriptedBox(broker, "counter-2")
      try await other.handled("7421-created", order: "7421", seq: 1, .expired)
      try await monitor.knows("7421", receipts: 5)

      let result = try await monitor.run("order", "7421")
      #expect(result.errors == "" && result.status == 0)
      let parts = result.output.split(separator: "\n\n").map { $0.split(separator: "\n") }
      #expect(parts.count == 2, "\(result.output)")
      let first = try #require(parts.first { $0.first?.contains("s042/counter-1") == true })
      #expect(
        first[0]
          == "7421-created on s042/counter-1, order 7421, attempt 1, played, 412 ms to the first sample, “新订单”"
      )
      func line(_ text: String) -> Int? { first.firstIndex { $0.contains(text) } }
      let sample = try #require(line("first sample"))
      #expect(first[2...].first?.contains("received") == true)
      #expect(first.contains { $0.contains("+392 ms  box      first sample") }, "\(result.output)")
      #expect(first.contains { $0.contains("+3000 ms  box      last sample") })
      #expect(try sample < #require(line("receipt delivered, number 1")))
      #expect(first.contains { $0.hasSuffix("receipt handled played, number 2") })
      #expect(first.contains { $0.hasSuffix("number 3: REPEATED, same content") })
      #expect(
        first.contains { $0.hasSuffix("number 4: CONTRADICTORY, the first one counts") })
      #expect(!result.output.contains("\u{1B}"), "no colours in a pipe")

      // The id alone tells the same, and as JSON it is one line.
      let json = try await monitor.run("order", "7421-created", "--json")
      #expect(json.output.split(separator: "\n").count == 1)
      let read = try JSONReader.read(Array(json.output.utf8))
      #expect(read.value(at: ["receipts", "count"])?.text == "5")
    }
  }

  @Test func `tell equal ids of different sources apart`() async throws {
    try await withMonitor { broker, monitor in
      let box = try ScriptedBox(broker)
      try await box.handled("727", of: "sepay", seq: 1)
      try await box.handled("727", of: "woo", seq: 2, .expired)
      try await box.handled("727", seq: 3)
      try await monitor.knows("727", receipts: 3)
      let output = try await monitor.run("order", "727").output
      let parts = output.split(separator: "\n\n")
      for (name, outcome) in [
        ("727 (sepay)", "played"), ("727 (woo)", "expired"), ("727", "played"),
      ] {
        let part = parts.first { $0.hasPrefix("\(name) on s042/counter-1, ") }
        #expect(part?.contains(", attempt 1, \(outcome)") == true, "\(output)")
        let receipts = part?.split(separator: "\n").count { $0.contains("receipt handled") }
        #expect(receipts == 1, "\(output)")
      }
    }
  }

  @Test func `never give a terminal what a device has made up`() async throws {
    try await withMonitor { broker, monitor in
      let box = try ScriptedBox(broker)
      try await box.publish(state: .online)
      let evil = "\u{1B}[2J\u{1B}]0;x\u{7}\u{9B}31m\u{202E}drawkcab\u{2066}\n\\u{41}\u{E0041}"
      try await box.handled("evil", seq: 1, .failedAudio, reason: evil, spoken: evil)
      try await monitor.knows("evil", receipts: 1)
      for arguments in [["order", "evil"], ["order", "evil", "--json"], ["boxes", "--json"]] {
        let result = try await Program.run(
          arguments + ["--url", monitor.url], of: Program.fleetPath)
        let hidden = result.output.unicodeScalars.filter {
          $0 != "\n" && [.control, .format].contains($0.properties.generalCategory)
        }
        #expect(result.status == 0)
        #expect(hidden.isEmpty, "\(arguments): \(hidden)")
      }
      let shown = try await monitor.run("order", "evil")
      #expect(
        shown.output.contains(
          #"\u{1B}[2J\u{1B}]0;x\u{7}\u{9B}31m\u{202E}drawkcab\u{2066}\n\\u{41}\u{E0041}"#),
        "\(shown.output)")
      let json = try JSONReader.read(
        Array(try await monitor.run("order", "evil", "--json").output.utf8))
      #expect(json.value(at: ["attempts", "0", "reason"])?.text == evil, "scripts get what it was")
    }
  }

  @Test func `list the boxes in the given conditions`() async throws {
    try await withMonitor(more: "boxes: [s043/never]") { broker, monitor in
      try await ScriptedBox(broker).publish(state: .online)
      try await ScriptedBox(broker, "counter-2").publish(state: .lost)
      try await ScriptedBox(broker, "counter-1", store: "s044").publish(state: .offline)
      let last = try ScriptedBox(broker)
      try await last.handled("7421", seq: 1)
      try await monitor.knows("7421", receipts: 1)

      func names(_ arguments: String...) async throws -> [String] {
        let result = try await Program.run(
          ["boxes", "--json", "--url", monitor.url] + arguments, of: Program.fleetPath)
        #expect(result.errors == "" && result.status == 0)
        return try result.output.split(separator: "\n").map { line in
          let box = try JSONReader.read(Array(line.utf8))
          return "\(box.object?["store"]?.text ?? "")/\(box.object?["box"]?.text ?? "")"
        }
      }
      #expect(
        try await names() == ["s042/counter-1", "s042/counter-2", "s043/never", "s044/counter-1"])
      #expect(try await names("--lost") == ["s042/counter-2"])
      #expect(try await names("--online") == ["s042/counter-1"])
      #expect(try await names("--never-seen", "--offline") == ["s043/never", "s044/counter-1"])
      #expect(try await names("--store", "s042") == ["s042/counter-1", "s042/counter-2"])
      #expect(try await names("--silent") == [])

      let table = try await monitor.run("boxes", "--lost", "--online")
      let lines = table.output.split(separator: "\n")
      #expect(lines.count == 3)
      #expect(lines[0].hasPrefix("BOX             CONDITION"), "\(table.output)")
      #expect(lines[1].hasPrefix("s042/counter-1  online") && lines[1].contains("played"))
      #expect(lines[2].hasPrefix("s042/counter-2  lost"))
    }
  }

  @Test func `say in one line what is wrong, where, and what to do`() async throws {
    try await withTemporaryFolder { folder in
      let token = try write("alice-has-a-long-token\n", to: "\(folder)/alice")
      let wrong = try write("this-is-a-wrong-token\n", to: "\(folder)/wrong")
      let web = """
          access: [{name: alice, role: view, tokenFile: \(token)}]
        """
      try await withMonitor(web: web) { _, monitor in
        let free = try freePort()
        let cases: [(arguments: [String], status: Int32, words: [String])] = [
          (["boxes", "--url", monitor.url], 78, [monitor.url, "--token-file FILE"]),
          (
            ["watch", "--url", monitor.url, "--token-file", wrong], 78,
            [monitor.url, "--token-file FILE"]
          ),
          (
            ["order", "no-such", "--url", monitor.url, "--token-file", token], 65,
            ["there is no order 'no-such'"]
          ),
          (
            ["watch", "--url", "http://127.0.0.1:\(free)"], 69,
            ["127.0.0.1:\(free)", "server is running"]
          ),
          (["boxes", "--url", "ftp://127.0.0.1"], 64, ["ftp", "give an address such as"]),
          (["boxes", "--token-file", "\(folder)/none"], 66, ["\(folder)/none"]),
          (["watch", "--outcome", "fialed"], 64, ["'fialed'", "played, stopped"]),
          (["watch", "--box", "s042"], 64, ["'s042'", "STORE/BOX"]),
          (["boxes", "--store", "a/b"], 64, ["'a/b'"]), (["boxes", "s042"], 64, ["'s042'"]),
          (["order"], 64, ["give one id or order"]),
        ]
        for (arguments, status, words) in cases {
          let result = try await Program.run(arguments, of: Program.fleetPath)
          #expect(result.status == status, "\(arguments): \(result.errors)")
          #expect(result.output == "")
          #expect(result.errors.split(separator: "\n").count == 1)
          for word in words { #expect(result.errors.contains(word), "\(result.errors)") }
        }
        let right = try await monitor.run("boxes", "--token-file", token)
        #expect(right.status == 0 && right.errors == "")
      }
    }
  }

  @Test(arguments: ["", "monitor", "watch", "order", "boxes", "check", "simulate", "version"])
  func `help`(command: String) async throws {
    let result = try await Program.run(
      command.split(separator: " ").map { String($0) } + ["--help"], of: Program.fleetPath)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("usage: soundbox-fleet"))
    #expect(result.errors == "")
  }
}

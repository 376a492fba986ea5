import FoundationEssentials
import Glibc
import Interop
import Testing
import TestKit
import Wire

@Suite(.timeLimit(.minutes(1))) struct `A request` {
  /// Answers the next request as a box does.
  private func answer(
    _ subscriber: MosquittoSubscriber, _ response: Response, by boxes: String...,
    at broker: MosquittoBroker
  ) async throws -> MosquittoMessage {
    let message = try await subscriber.next()
    let verb = message.topic.split(separator: "/").last ?? ""
    for box in boxes {
      // An answer to somebody else comes first, and is not taken for ours.
      for transaction in ["other", Request.transaction(of: message.payload)] {
        try await broker.publish(
          response.json(transaction: transaction).encoded,
          to: "soundbox/v1/s042/\(box)/response/\(verb)")
      }
    }
    return message
  }

  private func ask(_ broker: MosquittoBroker, _ words: String...) async throws -> Program.Result {
    try await Program.run(
      ["request", "--broker", "mqtt://127.0.0.1:\(broker.port)", "--store", "s042"] + words)
  }

  @Test func `is answered by the box, with the settings of its file`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let path = "\(folder)/box.yaml"
        try """
        store: s042
        box: counter-1
        broker: mqtt://127.0.0.1:\(broker.port)
        pack: zh-CN
        """.write(toFile: path, atomically: true, encoding: .utf8)
        let box = try await broker.subscribe(
          to: "soundbox/v1/s042/counter-1/request/+",
          arguments: ["-i", "s042/counter-1"])
        async let result = Program.run("request", "--config", path, "--wait", "1h", "volume", "60")
        let request = try await answer(
          box, .ok(data: ["volume": .number(JSONNumber(60))]), by: "counter-1", at: broker)
        #expect(request.topic == "soundbox/v1/s042/counter-1/request/volume")
        #expect(request.qos == 1)
        #expect(
          try Request(verb: "volume", payload: request.payload).action == .volume(60))
        let transaction = try #require(Request.transaction(of: request.payload))
        #expect(
          try await result.output
            == #"{"status":"ok","transaction":"\#(transaction)","data":{"volume":60}}"# + "\n")
        #expect(try await result.errors == "")
        #expect(try await result.status == 0)
        // The box has not been shown the door by somebody with its client id.
        try await broker.publish("{}", to: "soundbox/v1/s042/counter-1/request/health")
        #expect(try await box.next().text == "{}")
      }
    }
  }

  @Test func `that a box refuses ends with its words`() async throws {
    try await withBroker { broker in
      let box = try await broker.subscribe(to: "soundbox/v1/s042/counter-2/request/+")
      async let result = ask(broker, "--box", "counter-2", "--wait", "1h", "replay", "7421-created")
      _ = try await answer(box, .error("id: is not known"), by: "counter-2", at: broker)
      #expect(try await result.output.hasPrefix(#"{"status":"error","transaction":""#))
      #expect(try await result.errors == "soundbox: counter-2: id: is not known\n")
      #expect(try await result.status == 65)
    }
  }

  @Test func `to all boxes collects their answers, and names the boxes`() async throws {
    try await withBroker { broker in
      let box = try await broker.subscribe(to: "soundbox/v1/s042/all/request/+")
      // How long the answers of a busy machine take is not the test's matter: it ends the wait itself.
      let child = try ChildProcess(
        Program.path,
        [
          "request", "--broker", "mqtt://127.0.0.1:\(broker.port)", "--store", "s042",
          "--box", "all", "--wait", "1h", "acknowledge", "7421",
        ], output: .pipe)
      let request = try await answer(box, .ok(), by: "counter-1", "counter-2", at: broker)
      #expect(request.topic == "soundbox/v1/s042/all/request/acknowledge")
      var lines: [String] = []
      for await line in try #require(child.output).lines() {
        lines.append(line)
        if lines.count == 2 { break }
      }
      #expect(lines.first?.hasPrefix(#"{"box":"counter-1","status":"ok","#) == true)
      #expect(lines.last?.hasPrefix(#"{"box":"counter-2","status":"ok","#) == true)
      child.send(SIGKILL)
      _ = await child.wait()
    }
  }

  @Test func `that nobody listens to ends at once`() async throws {
    try await withBroker { broker in
      let result = try await ask(broker, "--box", "counter-9", "--wait", "1h", "health")
      #expect(
        result.errors
          == "soundbox: no box listens on soundbox/v1/s042/counter-9/request/health\n")
      #expect(result.status == 69)
    }
  }

  @Test func `that nobody answers ends when the wait is over`() async throws {
    try await withBroker { broker in
      let box = try await broker.subscribe(to: "soundbox/v1/s042/+/request/+")
      for name in ["counter-1", "all"] {
        let result = try await ask(broker, "--box", name, "--wait", "200ms", "health")
        #expect(result.errors == "soundbox: no answer within 0.2 seconds\n")
        #expect(result.output == "")
        #expect(result.status == 69)
      }
      #expect(try await box.next().topic.hasSuffix("/counter-1/request/health"))
    }
  }

  @Test func `to a broker that is away says so`() async throws {
    let port = try freePort()
    let result = try await Program.run(
      "request", "--broker", "mqtt://127.0.0.1:\(port)", "--store", "s042", "--box", "all", "stop")
    #expect(result.errors.hasPrefix("soundbox: broker: cannot connect to 127.0.0.1:\(port)"))
    #expect(result.status == 69)
  }

  @Test(arguments: [
    ("health", "--broker is missing; see --help"),
    (
      "--broker http://x --store s042 --box all health",
      "--broker must be mqtt://HOST:PORT, or mqtts://HOST:PORT for TLS"
    ),
    ("--broker mqtt://x health", "--store is missing; see --help"),
    ("--broker mqtt://x --store s042 health", "--box is missing; see --help"),
    (
      "--broker mqtt://x --store all --box a health",
      "--store must be 1-64 letters, digits, '_' and '-'"
    ),
    (
      "--broker mqtt://x --store s042 --box a/b health",
      "--box must be 1-64 letters, digits, '_' and '-'"
    ),
    ("--broker mqtt://x --config y health", "--config names broker and store already; see --help"),
    (
      "--broker mqtt://x --store s042 --box a --wait 3 health",
      "--wait must be a duration such as 500ms, 30s or 5m"
    ),
  ])
  func `says what is wrong with its options`(line: String, fault: String) async throws {
    let result = try await Program.run(
      ["request"] + line.split(separator: " ").map(String.init))
    #expect(result.errors == "soundbox: \(fault)\n")
    #expect(result.status == 64)
  }
}

import FoundationEssentials
import Testing
import TestKit

@Suite struct `The command line` {
  @Test(arguments: [
    ("zh-CN", "money:CNY1001.05", "一千零一点零五元"), ("zh-CN", "money:CNY88.50", "八十八点五元"),
    ("zh-CN", "order.new number:128 money:CNY88.50", "新订单 一百二十八号 八十八点五元"),
    ("en-US", "order.new code:A128", "new order A one two eight"),
    ("en-US", "money:USD88.50", "eighty-eight dollars and fifty cents"),
  ])
  func `shows the words of a command`(pack: String, command: String, words: String) async throws {
    let result = try await Program.run("say", "--pack", Program.pack(pack), "--text", command)
    #expect(result.output == words + "\n")
    #expect(result.errors == "")
    #expect(result.status == 0)
  }

  @Test func `shows clips one a line, and names that say the same`() async throws {
    let pack = Program.pack("en-US")
    let clips = try await Program.run("say", "--pack", pack, "--clips", "money:USD88.50")
    #expect(clips.output == "n88\ndollars\nand\nn50\ncents\n")
    let names = try await Program.run("say", "--pack", pack, "--expand", "money:USD88.50")
    #expect(names.output == "n88 dollars and n50 cents\n")
  }

  @Test(arguments: [
    (["nonsense"], 64, "soundbox: unknown command 'nonsense'; see --help\n"),
    (["say", "--pack"], 64, "soundbox: --pack needs a value: --pack PACK\n"),
    (["say", "--colour", "chime"], 64, "soundbox: unknown option --colour; see --help\n"),
    (["say", "chime"], 64, "soundbox: --pack is missing; see --help\n"),
    (
      ["pack"], 64,
      "soundbox: 'pack' needs a subcommand: build or check; see 'soundbox pack --help'\n"
    ),
    (
      ["pack", "nonsense"], 64,
      "soundbox: unknown command 'pack nonsense'; see 'soundbox pack --help'\n"
    ),
    (["help", "nonsense"], 64, "soundbox: unknown command 'nonsense'; see --help\n"),
    (
      ["run", "--config", "/no/such.yaml"], 66,
      "soundbox: cannot read /no/such.yaml: No such file or directory\n"
    ),
  ])
  func `says what is wrong in one line, with the exit code of sysexits`(
    arguments: [String], status: Int32, line: String
  ) async throws {
    let result = try await Program.run(arguments)
    #expect(result.status == status)
    #expect(result.errors == line)
    #expect(result.output == "")
  }

  @Test(arguments: [
    ("say --pack zh-CN money:CNY1e3", Int32(65)), ("say --pack xx-XX chime", 78),
    ("say --pack zh-CN --device no-such-device chime", 69),
    ("say --pack zh-CN --out /no/such/folder/x.wav chime", 73),
    ("say --pack zh-CN no.such.name", 65),
  ])
  func `keeps its exit codes apart`(line: String, status: Int32) async throws {
    let result = try await Program.run(
      line.split(separator: " ").map(String.init),
      environment: ["SOUNDBOX_SOUNDS": "\(Program.repository)/Sounds"])
    #expect(result.status == status)
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    "", "run", "say", "translate", "request", "check", "pack", "pack build", "pack check",
    "version",
  ])
  func `helps`(command: String) async throws {
    let result = try await Program.run(command.split(separator: " ").map(String.init) + ["--help"])
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("usage: soundbox"))
    #expect(result.errors == "")
  }

  @Test(arguments: ["pack --help", "pack -h", "pack help", "help pack"])
  func `helps with a group of commands`(line: String) async throws {
    let result = try await Program.run(line.split(separator: " ").map(String.init))
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("usage: soundbox pack COMMAND"))
    #expect(result.output.contains("\n  pack build "))
    #expect(result.output.contains("\n  pack check "))
    #expect(!result.output.contains("\n  run "))
    #expect(result.errors == "")
  }

  @Test(arguments: ["pack check --help", "pack check -h", "help pack check"])
  func `helps with one command however it is asked`(line: String) async throws {
    let result = try await Program.run(line.split(separator: " ").map(String.init))
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("usage: soundbox pack check PACK"))
    #expect(result.errors == "")
  }

  @Test func `writes into a file exactly what a device would get`() async throws {
    try await withTemporaryFolder { folder in
      let command = "order.new number:128 money:CNY88.50"
      let written = try await Recording.announcement(command, pack: "zh-CN", in: folder)
      let result = try await Program.run(
        "say", "--pack", Program.pack("zh-CN"), "--device", "wav:\(folder)/device.wav", command)
      #expect(result.status == 0)
      #expect(try Recording.samples("\(folder)/device.wav") == written)
      #expect(written.contains { abs(Int($0)) > 3000 })
    }
  }

  @Test func `translates an order message with the sample configuration`() async throws {
    let order =
      #"{"type":"order.created","order":{"id":7421990011223344556,"pickupNo":"A128","total":"88.50","currency":"CNY"},"createdAt":"2026-11-29T12:00:00+08:00"}"#
    let result = try await Program.run(
      "translate", "--config", "\(Program.repository)/Deploy/box.yaml", "--topic", "shop/orders/7",
      input: order, environment: ["SOUNDBOX_SOUNDS": "\(Program.repository)/Sounds"])
    #expect(
      result.output
        == #"{"aps":{"mutable-content":1,"soundCommand":"order.new code:A128 money:CNY88.50"},"id":"7421990011223344556-created","order":"7421990011223344556","act":4,"issuedAt":"2026-11-29T04:00:00.000Z","expiresAt":"2026-11-29T04:10:00.000Z","priority":"normal","hasHandled":0}"#
        + "\n")
    #expect(result.status == 0)
  }

  @Test func `translates a voice command and keeps what it does not know of it`() async throws {
    let command =
      #"{"aps":{"alert":{"title":"新订单"},"sound":"default","soundCommand":"chime"},"id":"7","table":5.50}"#
    let result = try await Program.run(
      "translate", "--config", "\(Program.repository)/Deploy/box.yaml", "--topic",
      "soundbox/v1/s042/counter-1/command", input: command,
      environment: ["SOUNDBOX_SOUNDS": "\(Program.repository)/Sounds"])
    #expect(
      result.output
        == #"{"aps":{"alert":{"title":"新订单"},"sound":"default","soundCommand":"chime","mutable-content":1},"id":"7","table":5.50,"order":"7","act":0,"priority":"normal","hasHandled":0}"#
        + "\n")
    #expect(result.status == 0)
  }

  @Test(
    arguments: [
      (#"{"type":"order.accepted","order":{"id":7421}}"#, "{\"acknowledges\":\"7421\"}\n", "", 0),
      (
        #"{"type":"order.accepted","order":{}}"#, "",
        "soundbox: rejected: order.id: is missing\n", 65
      ),
    ] as [(String, String, String, Int32)])
  func `translates a message that acknowledges an order`(
    message: String, output: String, errors: String, status: Int32
  ) async throws {
    let result = try await Program.run(
      "translate", "--config", "\(Program.repository)/Deploy/box.yaml", "--topic", "shop/orders/7",
      input: message, environment: ["SOUNDBOX_SOUNDS": "\(Program.repository)/Sounds"])
    #expect(result.output == output)
    #expect(result.errors == errors)
    #expect(result.status == status)
  }

  @Test func `lists all faults at once, each with its line`() async throws {
    try await withTemporaryFolder { folder in
      let path = "\(folder)/box.yaml"
      let text = """
        store: s 42
        box: counter-1
        broker: http://127.0.0.1
        pack: \(Program.pack("zh-CN"))
        audio: no-such-device
        leadIn: 300
        orders:
          - topic: shop/#/x
            say: "order.new"
          - topic: shop/orders/+
            say: "money:{a:round}"
            priority: urgent
          - topic: shop/nothing
          - topic: shop/accepted
            acknowledges: "{order.id"
        topics:
          response: shop/answers
          storeRequest: shop/{verb}s
          request: shop/{box}/{verb}
        """
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let result = try await Program.run("check", "--config", path)
      #expect(result.status == 78)
      for line in [
        "\(path):1: store 's 42' cannot be used in a topic",
        "\(path):3: 'http://127.0.0.1' is not a broker URL",
        "\(path):6: leadIn '300' is not a duration",
        "\(path):8: 'shop/#/x' is not an MQTT topic filter",
        "\(path):11: unknown filter 'round'", "\(path):12: 'urgent' is not a priority",
        "\(path):13: the rule for 'shop/nothing' does nothing",
        "\(path):15: a brace or a quote has no partner in '{order.id'",
        "\(path):17: 'shop/answers' does not name the verb of response",
        "\(path):18: 'shop/{verb}s' does not name the verb of storeRequest",
        "audio: cannot open",
      ] { #expect(result.errors.contains("soundbox: \(line)"), "\(line)\n\(result.errors)") }

      try text.replacing("leadIn", with: "leedIn").replacing("store:", with: "box: x\nstore:")
        .write(toFile: path, atomically: true, encoding: .utf8)
      let structural = try await Program.run("check", "--config", path)
      #expect(structural.errors.contains("\(path):7: unknown key 'leedIn'"))
      #expect(structural.errors.contains("audio: cannot open"))
    }
  }

  @Test func `checks a broker, a pack and a device that are right`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let result = try await Program.run(
          "check", "--config", "\(Program.repository)/Deploy/box.yaml",
          environment: [
            "SOUNDBOX_BROKER": "mqtt://127.0.0.1:\(broker.port)", "SOUNDBOX_AUDIO": "none",
            "SOUNDBOX_SOUNDS": "\(Program.repository)/Sounds",
          ])
        #expect(result.errors == "")
        #expect(result.status == 0)
        await broker.kill()
        let away = try await Program.run(
          "check", "--config", "\(Program.repository)/Deploy/box.yaml",
          environment: [
            "SOUNDBOX_BROKER": "mqtt://127.0.0.1:\(broker.port)", "SOUNDBOX_AUDIO": "none",
            "SOUNDBOX_SOUNDS": "\(Program.repository)/Sounds",
          ])
        #expect(
          away.errors.hasPrefix("soundbox: broker: cannot connect to 127.0.0.1:\(broker.port)"))
      }
    }
  }
}

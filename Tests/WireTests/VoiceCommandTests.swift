import Testing
import Wire

@Suite struct `Voice command` {
  private func command(_ text: String) throws -> VoiceCommand {
    try VoiceCommand(try JSONReader.read(Array(text.utf8)))
  }

  @Test func `reads every key of the protocol`() throws {
    let command = try command(
      #"""
      {"aps":{"alert":{"title":"新订单"},"mutable-content":1,"sound":"default",
      "soundCommand":"order.new number:128 money:CNY88.50"},"id":"7421-created","order":"7421",
      "act":4,"issuedAt":"2026-11-29T12:00:00Z","expiresAt":"2026-11-29T20:10:00.5+08:00",
      "priority":"high","volume":80,"hasHandled":1}
      """#)
    #expect(command.id == "7421-created")
    #expect(command.order == "7421")
    #expect(command.soundCommand.text == "order.new number:128 money:CNY88.50")
    #expect(command.isRepeated)
    #expect(command.issuedAt?.description == "2026-11-29T12:00:00.000Z")
    #expect(command.expiresAt?.description == "2026-11-29T12:10:00.500Z")
    #expect(command.priority == .high)
    #expect(command.volume == 80)
    #expect(command.hasHandled)
  }

  @Test(
    arguments: [
      (#"{"id":"7"}"#, nil), (#"{"id":"7","source":null}"#, nil), (#"{"id":"7","source":""}"#, nil),
      (#"{"id":"7","source":"woo","aps":{"soundCommand":"new form"}}"#, "woo"),
    ] as [(String, String?)])
  func `names its event, also if this version does not understand the rest`(
    text: String, source: String?
  ) throws {
    let message = try JSONReader.read(Array(text.utf8))
    #expect(VoiceCommand.names(of: message)?.event == EventID(source: source, id: "7"))
    #expect(VoiceCommand.event(of: message) == EventID(source: source, id: "7"))
  }

  @Test func `takes integers as strings, a sound command beside aps, and a number as id`() throws {
    let command = try command(
      #"{"soundCommand":"chime","id":7421990011223344556,"act":"4","hasHandled":"0","volume":"5"}"#)
    #expect(command.id == "7421990011223344556")
    #expect(command.order == "7421990011223344556")
    #expect(command.isRepeated)
    #expect(!command.hasHandled)
    #expect(command.volume == 5)
  }

  @Test func `passes unknown keys on and always writes mutable-content`() throws {
    let command = try command(
      #"{"aps":{"soundCommand":"chime","badge":3},"id":"1","shop":{"x":[1.50]}}"#)
    #expect(
      command.json.encoded
        == #"{"aps":{"soundCommand":"chime","badge":3,"mutable-content":1},"id":"1","shop":{"x":[1.50]},"order":"1","act":0,"priority":"normal","hasHandled":0}"#
    )
    #expect(try VoiceCommand(command.json).soundCommand == command.soundCommand)
  }

  @Test(arguments: [
    (#"[1]"#, "message: an object is wanted, not an array"),
    (#"{"id":"1"}"#, "aps.soundCommand: is missing"),
    (#"{"aps":5,"id":"1"}"#, "aps: an object is wanted, not a number"),
    (#"{"aps":{"soundCommand":5},"id":"1"}"#, "aps.soundCommand: a string is wanted, not a number"),
    (
      #"{"aps":{"soundCommand":"a"},"soundCommand":"b","id":"1"}"#,
      "soundCommand: differs from aps.soundCommand"
    ),
    (#"{"aps":{"soundCommand":"chime"}}"#, "id: is missing"),
    (#"{"soundCommand":"chime","id":""}"#, "id: must not be empty"),
    (#"{"soundCommand":"chime","id":{}}"#, "id: a string is wanted, not an object"),
    (#"{"soundCommand":"chime","id":"a\u001b[31m"}"#, "id: control characters are refused"),
    (#"{"soundCommand":"chime","id":"1","act":"x"}"#, "act: an integer is wanted, not 'x'"),
    (#"{"soundCommand":"chime","id":"1","act":1.5}"#, "act: an integer is wanted, not '1.5'"),
    (#"{"soundCommand":"chime","id":"1","act":true}"#, "act: an integer is wanted, not a boolean"),
    (#"{"soundCommand":"chime","id":"1","volume":101}"#, "volume: 101 is not in 0-100"),
    (#"{"soundCommand":"chime","id":"1","hasHandled":2}"#, "hasHandled: 2 is not in 0-1"),
    (
      #"{"soundCommand":"chime","id":"1","priority":"urgent"}"#,
      "priority: low, normal or high is wanted"
    ),
    (
      #"{"soundCommand":"chime","id":"1","expiresAt":"tomorrow"}"#,
      "expiresAt: a moment like 2026-11-29T12:00:00Z is wanted (RFC 3339)"
    ),
    (
      #"{"soundCommand":"payment.received money:CNY1e3","id":"1"}"#,
      "soundCommand: word 2, 'money:CNY1e3': '1e3' is no exact decimal (digits 0-9 and one point; no separators, no exponent)"
    ),
  ])
  func `names the field and the fault`(text: String, fault: String) {
    #expect {
      try command(text)
    } throws: { error in
      (error as? Refusal)?.description == fault
    }
  }

  @Test func `takes ids of up to 128 bytes`() throws {
    let longest = String(repeating: "é", count: 64)
    #expect(try command(#"{"soundCommand":"chime","id":"\#(longest)"}"#).id == longest)
    #expect(throws: Refusal.self) { try command(#"{"soundCommand":"chime","id":"\#(longest)x"}"#) }
  }
}

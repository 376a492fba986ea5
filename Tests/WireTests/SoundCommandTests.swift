import Testing
import Wire

@Suite struct `Sound command` {
  @Test func `has words of every kind`() throws {
    let command = try SoundCommand(
      "order.new number:128 code:A0412 money:CNY88.50 pause:300 text:%E6%A1%8C%20a")
    let name = try #require(Name(rawValue: "order.new"))
    #expect(
      command.words == [
        .name(name), .number(128), .code("A0412"), .money(try Money("CNY88.50")), .pause(300),
        .text("桌 a"),
      ])
    #expect(
      command.words.map(\.description).joined(separator: " ")
        == "order.new number:128 code:A0412 money:CNY88.50 pause:300 text:%E6%A1%8C%20a")
  }

  @Test(arguments: ["order.new", "a", "system.low-volume", "n2_liang", "x1.y2"])
  func `takes names of the protocol's form`(name: String) {
    #expect(Name(rawValue: name) != nil)
  }

  @Test(arguments: ["", "1a", "A", "a.", ".a", "a..b", "a.-b", "a b", "é", "a/b", "../a", "a:b"])
  func `refuses other names`(name: String) {
    #expect(Name(rawValue: name) == nil)
  }

  @Test(arguments: [
    ("", "there is nothing to say"),
    ("chime  ring", "word 2, '': words are separated by one space"),
    (" chime", "word 1, '': words are separated by one space"),
    ("chime number:1.5", "word 2, 'number:1.5': '1.5' is not a whole number of digits 0-9"),
    ("number:-1", "word 1, 'number:-1': '-1' is not a whole number of digits 0-9"),
    ("pause:2001", "word 1, 'pause:2001': 2001 ms is longer than 2000 ms"),
    ("code:A 1", "word 2, '1': neither a name (lower-case letters, digits, . - _) nor kind:value"),
    ("code:É", "word 1, 'code:É': 'É' is not an ASCII letter, digit or hyphen"),
    (
      "colour:red",
      "word 1, 'colour:red': unknown kind 'colour'; there are number, code, money, pause and text"
    ),
    ("text:%E6%A1", "word 1, 'text:%E6%A1': not percent-encoded UTF-8"),
    ("text:%zz", "word 1, 'text:%zz': not percent-encoded UTF-8"),
    ("payment.alipay money:CNY0.00", "word 2, 'money:CNY0.00': a payment of zero is not announced"),
    (
      "number:99999999999999999999",
      "word 1, 'number:99999999999999999999': '99999999999999999999' is too large"
    ),
  ])
  func `names the word at fault`(text: String, fault: String) {
    #expect {
      try SoundCommand(text)
    } throws: { error in
      (error as? SoundCommandFault)?.description == fault
    }
  }

  @Test func `takes an order of nothing, which is no payment`() throws {
    #expect(try SoundCommand("order.new money:CNY0").words.count == 2)
  }

  @Test func `has its limits at 64 words and 1024 bytes`() throws {
    let words = Array(repeating: "a", count: 64)
    #expect(try SoundCommand(words.joined(separator: " ")).words.count == 64)
    #expect(throws: SoundCommandFault.tooManyWords(65)) {
      try SoundCommand((words + ["a"]).joined(separator: " "))
    }
    #expect(try SoundCommand(String(repeating: "a", count: 1024)).words.count == 1)
    #expect(throws: SoundCommandFault.tooLong(bytes: 1025)) {
      try SoundCommand(String(repeating: "a", count: 1025))
    }
  }
}

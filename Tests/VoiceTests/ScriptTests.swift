import Testing
import Voice
import Wire

/// From a command to clips and silence.
@Suite struct `A script` {
  let chinese: Pack
  let english: Pack

  init() throws {
    chinese = try PackSource.named("zh-CN").pack()
    english = try PackSource.named("en-US").pack()
  }

  @Test func `has gaps by the roles of neighbours, the word gap between words`() throws {
    let script = try english.script(for: SoundCommand("chime order.new number:1128 money:USD5"))
    #expect(
      script.elements.map(Self.short) == [
        "chime", "150", "order.new", "100", "n1", "30", "thousand", "30", "h1", "30", "n28",
        "100", "n5", "40", "dollars",
      ])
  }

  @Test func `lets a pause take the place of a shorter gap`() throws {
    let script = try english.script(
      for: SoundCommand("pause:5 order.new pause:300 pause:200 number:1 pause:20 number:2 pause:7"))
    #expect(
      script.elements.map(Self.short) == [
        "5", "order.new", "500", "n1", "100", "n2", "7",
      ])
    #expect(script.spoken == "new order one, two")
  }

  @Test func `says what it leaves out`() throws {
    let script = try chinese.script(
      for: SoundCommand("order.new text:%E6%A1%8C number:3 text:A%20b"))
    #expect(script.leftOut == ["桌", "A b"])
    #expect(script.spoken == "新订单 三号")
    let silent = try chinese.script(for: SoundCommand("text:x"))
    #expect(silent.elements == [] && silent.spoken == "" && silent.leftOut == ["x"])
  }

  @Test func `has free texts in their places for a synthesizer`() throws {
    let command = try SoundCommand("order.new text:%E6%A1%8C pause:300 number:3 text:A%20b")
    let script = try chinese.script(for: command, speaksTexts: true)
    #expect(
      script.elements.filter { if case .silence = $0 { false } else { true } }.map(Self.short)
        == ["order.new", "“桌”", "n3", "hao", "“A b”"])
    #expect(script.elements.count { if case .silence = $0 { true } else { false } } >= 3)
    #expect(script.elements.contains(.silence(milliseconds: 300)))
    #expect(script.spoken == "新订单 桌 三号 A b")
    #expect(script.leftOut.isEmpty)
    #expect(try chinese.script(for: command).clips == script.clips)
  }

  @Test func `gives a phrase's form to the first value of its kind alone`() throws {
    let script = try chinese.script(
      for: SoundCommand("order.new number:3 number:4 payment.card money:CNY5 code:B7"))
    #expect(script.spoken == "新订单 三号 四 刷卡收款 五元 B七")
    let late = try chinese.script(for: SoundCommand("order.new money:CNY5 number:3"))
    #expect(late.spoken == "新订单 五元 三")
    let summary = try chinese.script(
      for: SoundCommand("summary.orders number:3 money:CNY5 money:USD6"))
    #expect(summary.spoken == "还有 三个订单 共五元 六美元")
  }

  @Test func `plays a clip by its id`() throws {
    let script = try chinese.script(for: SoundCommand("order.new n8"))
    #expect(script.clips.map(\.rawValue) == ["order.new", "n8"])
  }

  @Test func `says lower-case letters as capitals`() throws {
    #expect(try english.script(for: SoundCommand("code:a-0")).spoken == "A dash zero")
  }

  @Test(arguments: [
    ("hello", "the pack zh-CN has neither a phrase nor a clip 'hello'"),
    ("number:1000000000000", "number 1000000000000 is beyond this pack's limit, 999999999999"),
    ("order.new number:1000000000000", "is beyond this pack's limit"),
    ("money:INR5", "no amounts in INR, only in CNY, EUR, GBP, HKD, JPY, USD"),
    (
      "money:CNY1000000000000",
      "CNY1000000000000.00 is beyond this pack's limit, CNY999999999999.99"
    ),
    ("money:JPY1000000000000", "JPY1000000000000 is beyond this pack's limit, JPY999999999999"),
  ])
  func `is refused whole with a reason`(command: String, reason: String) throws {
    let fault = try #require(throws: ScriptFault.self) {
      try chinese.script(for: SoundCommand(command))
    }
    #expect(fault.description.contains(reason))
  }

  private static func short(_ element: Script.Element) -> String {
    switch element {
    case .clip(let id): id.rawValue
    case .speech(let text): "“\(text)”"
    case .silence(let milliseconds): "\(milliseconds)"
    }
  }
}

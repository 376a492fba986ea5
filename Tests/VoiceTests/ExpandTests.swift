import Testing
import Voice
import Wire

/// The form that the oldest phone apps understand.
@Suite struct `An expanded command` {
  @Test(arguments: PackSource.shipped)
  func `has names alone and plays the same clips`(locale: String) throws {
    let pack = try PackSource.named(locale).pack()
    let blocks = try Files.cases("Announcements/\(locale).txt").split(separator: "\n\n")
    for command in try blocks.map({ try SoundCommand($0.prefix { $0 != "\n" }.description) }) {
      let expanded = try pack.expand(command)
      #expect(
        expanded.words.allSatisfy { word in
          if case .name = word { true } else { false }
        })
      #expect(try pack.script(for: expanded).clips == pack.script(for: command).clips)
      #expect(try pack.expand(expanded) == expanded)
    }
  }

  @Test func `keeps the gaps inside a value`() throws {
    let pack = try PackSource.named("zh-CN").pack()
    let command = try SoundCommand("order.new money:CNY88.50")
    let expanded = try pack.expand(command)
    #expect(expanded.text == "order.new n88 dian n5 yuan")
    #expect(try pack.script(for: expanded) == pack.script(for: command))
  }

  @Test func `leaves out pauses and texts`() throws {
    let pack = try PackSource.named("en-US").pack()
    #expect(try pack.expand(SoundCommand("chime pause:20 text:x")).text == "chime")
    #expect(throws: ScriptFault.nothingToExpand) { try pack.expand(SoundCommand("text:x")) }
  }

  @Test func `is refused when it gets too long`() throws {
    let pack = try PackSource.named("en-US").pack()
    let command = try SoundCommand("code:" + String(repeating: "A", count: 65))
    #expect(throws: ScriptFault.expansion(.tooManyWords(65))) { try pack.expand(command) }
  }
}

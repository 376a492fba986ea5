import Foundation
import Testing
import Voice
import Wire

/// The packs against readers that were written in another way.
@Suite struct `A second opinion` {
  @Test(arguments: [true, false])
  func `agrees on Chinese amounts`(liang: Bool) throws {
    var source = try PackSource.named("zh-CN")
    source.manifest.options["liang"] = liang
    let pack = try source.pack()
    #expect(Amounts.hundredths.count > 4000)
    for hundredths in Amounts.hundredths + Amounts.whole.map({ $0 * 100 }) {
      let script = try pack.script(for: Amounts.command("CNY", hundredths: hundredths))
      let reading = ChineseReader.amount(hundredths: hundredths, liang: liang)
      #expect(script.spoken == reading, "\(hundredths)")
    }
  }

  @Test func `agrees on Chinese numbers`() throws {
    let pack = try PackSource.named("zh-CN").pack()
    for number in Amounts.whole {
      let script = try pack.script(for: SoundCommand("number:\(number)"))
      #expect(script.spoken == ChineseReader.number(number))
    }
  }

  @Test func `agrees on English numbers`() throws {
    let pack = try PackSource.named("en-US").pack()
    let formatter = Self.formatter()
    for number in Amounts.whole {
      let script = try pack.script(for: SoundCommand("number:\(number)"))
      let words = try #require(formatter.string(from: NSNumber(value: number)))
      #expect(script.spoken == words)
    }
  }

  @Test func `agrees on English amounts`() throws {
    let pack = try PackSource.named("en-US").pack()
    let formatter = Self.formatter()
    func words(_ number: Int, _ unit: String) throws -> String {
      try #require(formatter.string(from: NSNumber(value: number)))
        + " " + (number == 1 ? unit : unit + "s")
    }
    for hundredths in Amounts.hundredths {
      let (dollars, cents) = hundredths.quotientAndRemainder(dividingBy: 100)
      let reading =
        if cents == 0 {
          try words(dollars, "dollar")
        } else if dollars == 0 {
          try words(cents, "cent")
        } else {
          try words(dollars, "dollar") + " and " + words(cents, "cent")
        }
      let script = try pack.script(for: Amounts.command("USD", hundredths: hundredths))
      #expect(script.spoken == reading, "\(hundredths)")
    }
  }

  private static func formatter() -> NumberFormatter {
    let formatter = NumberFormatter()
    formatter.locale = Locale(identifier: "en_US")
    formatter.numberStyle = .spellOut
    return formatter
  }
}

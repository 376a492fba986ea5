import Testing
import Voice
import Wire

/// The right readings of `Cases/readings.tsv`: locale, currency, amount, words or `REFUSED`.
@Suite struct `Readings` {
  @Test(arguments: PackSource.shipped + PackSource.beside)
  func `every amount of the table is said as it should be`(locale: String) throws {
    let pack = try PackSource.named(locale).pack()
    let rows = try Self.rows().filter { $0[0] == locale }
    #expect(rows.count == 23)
    for row in rows {
      let amount = row[1] + row[2]
      if row[3] == "REFUSED" {
        #expect(throws: SoundCommandFault.self, "\(amount)") { try SoundCommand("money:" + amount) }
      } else {
        let command = try SoundCommand("money:" + amount)
        #expect(try pack.script(for: command).spoken == row[3], "\(locale) \(amount)")
      }
    }
  }

  @Test func `the table has eleven locales`() throws {
    #expect(
      try Set(Self.rows().map { $0[0] }) == Set(PackSource.shipped + PackSource.beside))
  }

  private static func rows() throws -> [[String]] {
    try Files.cases("readings.tsv").split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t").map(String.init)
    }
  }
}

import Testing
import Voice

/// The list of what there is to record.
@Suite struct `A recording script` {
  static let header = "id,text,say,role,cue\n"

  @Test func `is read as RFC 4180 has it`() throws {
    let script = try RecordingScript(
      csv: "id,text,say,role,cue\r\nn1,\"a \"\"b\"\", c\",\"two\nlines\",number,x…\r\nn2,2,2,unit,…"
    )
    #expect(script.rows.map(\.id.rawValue) == ["n1", "n2"])
    #expect(script.rows[0].text == "a \"b\", c")
    #expect(script.rows[0].say == "two\nlines")
    #expect(script.rows.map(\.line) == [2, 4])
    #expect(script.rows.map(\.role) == [.number, .unit])
    #expect(script.rows[1].cue == "…")
  }

  @Test(arguments: [
    ("id,text\n", "line 1: the columns differ"),
    (header + "n1,a,b,number\n", "line 2: 4 cells, not 5"),
    (header + "n1,a,b,number,c\nn1,a,b,number,c\n", "line 3: 'n1' stands on line 2 already"),
    (header + "N1,a,b,number,c\n", "line 2: 'N1' is no clip id"),
    (header + "n1,a, ,number,c\n", "line 2: the cell 'say' is empty"),
    (header + "n1,a,b,verb,c\n", "line 2: 'verb' is no role"),
    (header + "n1,a,\"b,number,c\n", "line 2: a field in quotes has no end"),
    (header + "n1,a\"b,b,number,c\n", "line 2: '\"' inside a field"),
    (header + "n1,\"a\"b,b,number,c\n", "line 2: text after a field in quotes"),
    (header + "\nn1,a,b,number,c\n", "line 2: 1 cells, not 5"),
    (header + "n1,a,tone:880,chime,c\n", "line 2: 'tone:880' is no list of tones"),
  ])
  func `names the line of each fault`(csv: String, fault: String) throws {
    let faults = try #require(throws: PackFaults.self) { try RecordingScript(csv: csv) }
    #expect(faults.description.contains("script.csv: " + fault), "\(faults)")
  }

  @Test func `lists all faults`() throws {
    let faults = try #require(throws: PackFaults.self) {
      try RecordingScript(csv: Self.header + "N1,a,b,number,c\nn2,,b,number,c\nn3,a,b,verb,c\n")
    }
    #expect(faults.faults.map(\.path) == ["line 2", "line 3", "line 4"])
  }

  @Test func `writes signals as tones`() throws {
    let tones = try #require(Tones("tone:880/120 0/30 1175/180"))
    #expect(tones.tones.map(\.frequency) == [880, 0, 1175])
    #expect(tones.tones.map(\.duration) == [120, 30, 180])
    for text in ["tone:", "tone:880", "tone:880/0", "tone:-1/5", "tone:9000/5", "880/120"] {
      #expect(Tones(text) == nil, "\(text)")
    }
  }

  @Test(arguments: PackSource.shipped)
  func `of a pack feeds its synthesizer what it reads right`(locale: String) throws {
    let script = try RecordingScript(csv: Files.sounds(locale + "/script.csv"))
    for row in script.rows where Tones(row.say) == nil {
      #expect(row.role.saysWords && row.say.utf8.allSatisfy { $0 < 0x80 }, "\(row.id)")
      // Digits are tones of pinyin, one behind each syllable; English has none.
      let digits = row.say.filter(\.isNumber).count
      let syllables = row.say.split(separator: " ").filter { $0.contains(where: \.isLowercase) }
      #expect(digits == (locale == "zh-CN" ? syllables.count : 0), "\(row.id)")
    }
  }
}

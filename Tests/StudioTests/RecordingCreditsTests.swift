import Studio
import Testing
import Voice

@Suite struct `Recordings` {
  private func recordings(
    _ files: [String], _ lines: String
  ) throws -> [ClipID: Recording] {
    try RecordingCredits(csv: "id,source,licence\n" + lines)
      .recordings(among: files, in: "r", for: RecordingScript(csv: SmallPack().script))
  }

  @Test func `are found with their sources and licences`() throws {
    let found = try recordings(
      ["SOURCES.csv", "bell.flac", "notes.txt", "word.wav"],
      "word,\"Ann, Leeds, 2026\",CC-BY-4.0\nbell,Bob,CC0-1.0\n\nsign,not yet,CC0-1.0\n")
    #expect(
      found == [
        .known("word"): Recording(
          path: "r/word.wav", source: "Ann, Leeds, 2026", licence: "CC-BY-4.0"),
        .known("bell"): Recording(path: "r/bell.flac", source: "Bob", licence: "CC0-1.0"),
      ])
  }

  @Test func `need no file of sources where there are none`() throws {
    let credits = try RecordingCredits(csv: "")
    let script = try RecordingScript(csv: SmallPack().script)
    #expect(try credits.recordings(among: [], in: "r", for: script).isEmpty)
  }

  @Test(arguments: [
    (["word.wav"], "", "word.wav: word: SOURCES.csv does not name it"),
    (["wrod.wav"], "word,Ann,CC0-1.0", "wrod.wav: wrod: script.csv has no such clip"),
    (["word.flac", "word.wav"], "word,Ann,CC0-1.0", "there are two recordings of it"),
    ([], "word,Ann", "SOURCES.csv: line 2: "), ([], "word,,CC0-1.0", "SOURCES.csv: line 2: "),
    ([], "Word,Ann,CC0-1.0", "SOURCES.csv: line 2: "),
    ([], "word,Ann,X\nword,Bob,X", "SOURCES.csv: line 3: 'word' is on line 2 already"),
  ])
  func `that cannot be told are refused`(files: [String], lines: String, complaint: String) {
    let faults = #expect(throws: PackFaults.self) { try recordings(files, lines) }
    #expect("\(faults as Any)".contains(complaint), "\(faults as Any)")
  }
}

import Testing
import Voice
import Wire

/// Whole announcements: command, words and clips, in one file per language.
@Suite struct `Announcements` {
  @Test(arguments: PackSource.shipped)
  func `are said with these words and these clips`(name: String) throws {
    let pack = try PackSource.named(name).pack()
    let blocks = try Files.cases("Announcements/\(name).txt").split(separator: "\n\n")
    #expect(blocks.count >= 20)
    for block in blocks {
      let lines = block.split(separator: "\n").map(String.init)
      try #require(lines.count == 3, "\(block)")
      let script = try pack.script(for: SoundCommand(lines[0]))
      #expect(script.spoken == lines[1].dropFirst(2), "\(lines[0])")
      let clips = script.clips.map(\.rawValue).joined(separator: " ")
      #expect(clips == lines[2].dropFirst(2), "\(lines[0])")
    }
  }
}

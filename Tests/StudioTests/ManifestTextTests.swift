@testable import Studio
import Testing
import Voice

@Suite struct `The text of a manifest` {
  private let entry = ClipEntry(
    file: "clips/n1.flac", sha256: "ab", text: "“一\"", role: .number, frames: 7,
    credit: ClipCredit(source: "Ann, 2026", licence: "CC0-1.0"))

  @Test func `keeps every byte but the clips, which stand a line each, by id`() throws {
    var small = SmallPack()
    small.clips = #"{"old": {"file": "}\"]"}, "older": []}"#
    let text = try ManifestText(small.manifestText).replacingClips(with: [
      .known("n2"): entry, .known("n10"): entry,
    ])
    let line =
      #"{"file": "clips/n1.flac", "sha256": "ab", "text": "“一\"", "role": "number", "#
      + #""source": "Ann, 2026", "licence": "CC0-1.0", "frames": 7}"#
    small.clips = "{\n    \"n10\": \(line),\n    \"n2\": \(line)\n  }"
    #expect(text == small.manifestText)
  }

  @Test func `ends in a newline, and may have no clips`() throws {
    #expect(try ManifestText(#"{"clips":{"a":1}}"#).replacingClips(with: [:]) == "{\"clips\":{}}\n")
  }

  @Test(arguments: [
    ("{\"clips\": {}", "pack.json: byte 12: "), ("{\"name\": \"clips\"}", "pack.json: clips: "),
    ("{\"clips\": []}", "pack.json: clips: "), ("{\"clips\": 7, \"a\": {}}", "pack.json: clips: "),
    ("{\"a\": {\"clips\": {}}}", "pack.json: clips: "),
  ])
  func `without an object of clips is refused`(text: String, beginning: String) {
    let faults = #expect(throws: PackFaults.self) { try ManifestText(text) }
    #expect("\(faults as Any)".contains(beginning), "\(faults as Any)")
  }
}

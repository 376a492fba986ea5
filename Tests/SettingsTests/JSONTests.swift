import Settings
import Testing

@Suite struct `JSON as settings` {
  struct Manifest: Decodable {
    struct Clip: Decodable, Equatable {
      var id: String
      var text: String
      var frames: Int
      var gain: Double
      var isSpoken: Bool
      var note: String?
    }
    var clips: [Clip]
  }

  @Test func `is read with all its escapes, tabs and line ends`() throws {
    let text =
      #"{"a":"\u4e8c\/\ud83d\ude00\\ud83d\ude00"# + "\"\r\n,\t\"b\"\t:\t\"\\\"\\b\\f\\n\\r\\t\"}"
    #expect(throws: SettingsFaults.self) {
      // An escaped backslash, then half a pair.
      try SettingsDecoder().decode([String: String].self, from: text, file: "x")
    }
    let good = text.replacing(#"\\ud83d\ude00"#, with: #"\\ud83d"#)
    #expect(
      try SettingsDecoder().decode([String: String].self, from: good, file: "x")
        == ["a": #"二/😀\ud83d"#, "b": "\"\u{8}\u{c}\n\r\t"])
  }

  @Test func `tells the line of a fault`() {
    let text = """
      {
      \t"clips": [
      \t\t{"id": "1", "text": "yī", "frames": 4, "gain": 1.0, "isSpoken": true, "note": null},
      \t\t{"id": "2", "text": "èr", "frames": "4", "gain": -1e-3, "isSpoken": 1}
      \t]
      }
      """
    #expect(
      faults(text, as: Manifest.self) == [
        "box.yaml:4: 'clips[1].frames' must be a whole number from -9223372036854775808 to "
          + "9223372036854775807, but is the quoted text '4': remove the quotes",
        "box.yaml:4: 'clips[1].isSpoken' must be true or false, but is '1': write 'true'",
      ])
  }

  /// Measures too: the time stands in the log of the test.
  @Test func `of four hundred clips is read at once`() throws {
    let clips = (0..<400).map { number in
      #"{"id":"n\#(number)","text":"\u4e8c","frames":\#(number),"gain":0.5,"isSpoken":true,"note":"x"}"#
    }
    let text = "{\"clips\":[\(clips.joined(separator: ",\n"))]}"
    var manifest: Manifest?
    let time = try ContinuousClock().measure {
      manifest = try SettingsDecoder().decode(Manifest.self, from: text, file: "pack.json")
    }
    #expect(manifest?.clips.count == 400)
    #expect(
      manifest?.clips.last
        == .init(id: "n399", text: "二", frames: 399, gain: 0.5, isSpoken: true, note: "x"))
    #expect(time < .seconds(5))
  }
}

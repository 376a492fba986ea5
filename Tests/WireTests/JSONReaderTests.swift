import Testing
import Wire

@Suite struct `JSON reader` {
  @Test(arguments: [
    "0", "-0", "88.50", "1e999", "12345678901234567890123456789", "0.10", "5.0",
  ])
  func `keeps every digit of a number`(text: String) throws {
    #expect(try JSONReader.read(Array(text.utf8)).text == text)
  }

  @Test func `keeps members in their order and writes the same text again`() throws {
    let text = #"{"b":[1,{"z":null}],"a":"é\"\\\n","c":{"x":true,"d":false}}"#
    #expect(try JSONReader.read(Array(text.utf8)).encoded == text)
  }

  @Test func `escapes what must be escaped, and nothing else`() {
    let text = JSON.string("\"\\/\u{8}\u{1f}\n\r\t\u{7f}\u{80}四😀").encoded
    #expect(text == #""\"\\/\u0008\u001f\n\r\t\u007f"# + "\u{80}四😀\"")
  }

  @Test func `understands all escapes`() throws {
    let text = #""\"\\\/\b\f\n\r\tA四\ud83d\ude00""#
    #expect(
      try JSONReader.read(Array(text.utf8)) == .string("\"\\/\u{8}\u{C}\n\r\tA四😀"))
  }

  @Test(arguments: [
    ("", 0, "the message is empty"),
    ("{\"a\":1,\"a\":2}", 10, "the key \"a\" stands twice"),
    ("{\"a\":{\"b\":1,\"b\":1}}", 15, "the key \"b\" stands twice"),
    ("01", 1, "a number with a leading zero"),
    ("1.", 2, "a digit is missing"),
    ("NaN", 0, "no value begins like this"),
    ("[1,]", 3, "no value begins like this"),
    ("{\"a\":1}x", 7, "text after the value"),
    ("{\"a\":1", 6, "a comma or a closing brace is missing"),
    ("\"\\ud800\"", 7, "a lone surrogate"),
    ("\"\\u0000\"", 7, "the character U+0000"),
    ("\"a\tb\"", 2, "a control character in a string"),
    ("\"abc", 4, "a string without an end"),
    ("{a:1}", 1, "a key must be a string"),
    ("truth", 0, "no value begins like this"),
  ])
  func `refuses with the place and the reason`(text: String, offset: Int, reason: String) {
    #expect {
      try JSONReader.read(Array(text.utf8))
    } throws: { error in
      guard let fault = error as? JSONFault else { return false }
      return fault.offset == offset && fault.reason == reason
    }
  }

  @Test(arguments: [
    [0xEF, 0xBB, 0xBF, 0x31], [0x22, 0xFF, 0x22], [0x31, 0x00], [0xFF, 0xFE, 0x31, 0x00],
    [0x00], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
  ])
  func `refuses other encodings than UTF-8 without a mark`(bytes: [UInt8]) {
    #expect(throws: JSONFault.self) { try JSONReader.read(bytes) }
  }

  @Test func `refuses nesting beyond its limit, however deep`() {
    let limit = JSONReader.maximumDepth
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(throws: Never.self) { try JSONReader.read(nested(limit + 1)) }
    #expect(throws: JSONFault.self) { try JSONReader.read(nested(limit + 2)) }
    #expect(throws: JSONFault.self) { try JSONReader.read(nested(100_000)) }
  }

  @Test func `finds values by dotted paths`() throws {
    let text = #"{"order":{"items":[{"qty":2},{"qty":3}]}}"#
    let message = try JSONReader.read(Array(text.utf8))
    #expect(message.value(at: ["order", "items", "1", "qty"])?.text == "3")
    #expect(message.value(at: ["order", "items", "count"])?.text == "2")
    #expect(message.value(at: ["order", "items", "2"]) == nil)
    #expect(message.value(at: ["order", "qty", "x"]) == nil)
  }
}

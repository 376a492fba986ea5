import Testing

import Buttons

@Suite struct `A key` {
  @Test(
    arguments: [
      ("KEY_ENTER", 28, "KEY_ENTER"), ("BTN_0", 256, "BTN_0"), ("28", 28, "KEY_ENTER"),
      ("766", 766, "766"),
    ] as [(String, UInt16, String)])
  func `has a name or a code`(text: String, code: UInt16, name: String) throws {
    let key = try #require(Key(text))
    #expect(key.code == code)
    #expect(key.name == name)
  }

  @Test(arguments: ["", "ENTER", "key_enter", "REL_X", "0", "-1", "767", "99999999999", "KEY_MAX"])
  func `is refused if there is none such`(text: String) { #expect(Key(text) == nil) }
}

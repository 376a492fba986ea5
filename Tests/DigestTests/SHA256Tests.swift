import Digest
import Testing

@Suite struct `SHA-256` {
  /// The examples of FIPS 180-4 and of NIST's SHA test vectors.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func `gives the published digests`(text: String, digest: String) {
    #expect(SHA256.hex(of: text) == digest)
    #expect(SHA256.hex(of: Array(text.utf8)) == digest)
  }

  @Test func `gives the published digest of a million letters, piece by piece`() {
    var digest = SHA256()
    for _ in 0..<1000 { digest.update(with: [UInt8](repeating: UInt8(ascii: "a"), count: 1000)) }
    #expect(
      digest.finishHex() == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func `depends on the bytes, not on where they were cut`() {
    var pieces = SHA256()
    pieces.update(with: "ab")
    pieces.update(with: [])
    pieces.update(with: "c")
    #expect(pieces.finishHex() == SHA256.hex(of: "abc"))
  }

  @Test func `gives thirty-two bytes`() {
    var digest = SHA256()
    digest.update(with: [0xbd])
    let bytes = digest.finish()
    #expect(bytes.count == SHA256.length)
    #expect(bytes.prefix(4) == [0x68, 0x32, 0x57, 0x20])
  }
}

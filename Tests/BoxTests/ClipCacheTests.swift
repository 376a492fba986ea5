import Box
import Testing
import Voice
import Wire

@Suite struct `The clip cache` {
  /// The SHA-256 of "sound".
  private static let digest = "dd29442deca69f52c50006b831cb216edf78a7da33748f0a80ff19f2ebe57ecd"

  /// Decodes each file to its path; some files are wrong.
  private struct Decoder: ClipDecoder {
    struct Broken: Error, CustomStringConvertible { let description = "not a sound file" }

    var changed: Set<String> = []
    var long: Set<String> = []
    var broken: Set<String> = []

    func bytes(of path: String) -> [UInt8] {
      Array((changed.contains(path) ? "noise" : "sound").utf8)
    }

    func decode(_ path: String) throws -> (clip: String, frames: Int) {
      if broken.contains(path) { throw Broken() }
      return (path, long.contains(path) ? 2 : 1)
    }
  }

  @Test func `reads all clips of a pack`() throws {
    let pack = try SmallPack.make(digest: Self.digest)
    let cache = try ClipCache(pack, folder: "/small", decoder: Decoder())
    for id in pack.clips.keys { #expect(cache[id] == "/small/\(id).flac") }
  }

  @Test func `reads only the clips of a script`() throws {
    let pack = try SmallPack.make(digest: Self.digest)
    let script = try pack.script(for: SoundCommand("money:CNY12"), speaksTexts: false)
    let cache = try ClipCache(pack, folder: "/small", for: script, decoder: Decoder())
    let read = pack.clips.keys.filter { cache[$0] != nil }
    #expect(Set(read) == Set(script.clips))
    #expect(!read.isEmpty)
  }

  @Test
  func `lists every clip that is changed, too long or broken, and never decodes a changed one`()
    throws
  {
    let pack = try SmallPack.make(digest: Self.digest)
    let decoder = Decoder(
      changed: ["/small/n1.flac", "/small/n4.flac"], long: ["/small/n2.flac"],
      broken: ["/small/n3.flac", "/small/n4.flac"])
    let faults = #expect(throws: ClipFaults.self) {
      try ClipCache(pack, folder: "/small", decoder: decoder)
    }
    #expect(
      faults?.lines == [
        "/small/n1.flac: clip n1 differs from pack.json; build the pack again, or restore the file",
        "/small/n2.flac: clip n2 has 2 frames, pack.json says 1; build the pack again",
        "/small/n3.flac: not a sound file",
        "/small/n4.flac: clip n4 differs from pack.json; build the pack again, or restore the file",
      ])
  }
}

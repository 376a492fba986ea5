import Audio
import FoundationEssentials
import TestKit
import Testing

@Suite struct `A file of clips` {
  @Test func `gives each clip back as it was, whichever thread put it there`() async throws {
    try await withTemporaryFolder { folder in
      let clips = (1...40).map { Clip(samples: noise(frames: 1 + 977 * $0, seed: $0)) }
      let file = try ClipFile(in: folder)
      let stored = try await withThrowingTaskGroup(of: (Int, StoredClip).self) { group in
        for (index, clip) in clips.enumerated() {
          group.addTask { (index, try file.add(clip)) }
        }
        return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
      for (index, clip) in clips.enumerated() {
        let kept = try #require(stored[index])
        let (read, expected) = try (
          Mixdown.join([.silence(frames: 5), .stored(kept), .stored(kept)]),
          Mixdown.join([.silence(frames: 5), .clip(clip), .clip(clip)])
        )
        let isSame = read == expected
        #expect(isSame, "clip \(index)")
      }
    }
  }

  @Test func `has no name, so that a crash leaves nothing behind`() async throws {
    try await withTemporaryFolder { folder in
      let file = try ClipFile(in: folder)
      let kept = try file.add(Clip(samples: [1, -2, 3]))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
      #expect(try Mixdown.join([.stored(kept)]) == Sound([1, -2, 3], clipEnds: [3]))
    }
  }

  @Test func `reports where it cannot be created`() {
    let error = #expect(throws: AudioError.self) { try ClipFile(in: "/nowhere") }
    #expect(error?.step == "create a file for clips in /nowhere")
  }
}

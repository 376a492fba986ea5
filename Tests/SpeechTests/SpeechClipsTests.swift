import Audio
import Synchronization
import TestKit
import Testing
import Voice

@testable import Speech
@testable import soundbox

@Suite(.timeLimit(.minutes(2))) struct `Speech as clips` {
  private static let sounds =
    #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    + "/Sounds"

  @Test(
    .enabled(if: Installed.espeak && Installed.unicode),
    arguments: [
      ("zh-CN", "多加辣 不要葱"), ("zh-CN", "桌"), ("en-US", "no onions, extra hot"), ("en-US", "hot"),
    ])
  func `is as loud as the pack`(name: String, text: String) async throws {
    let folder = "\(Self.sounds)/\(name)"
    let pack = try PackFiles(folder: folder).pack()
    let clip = try await SpeechClips(pack, folder: folder).clip(of: text)
    let spoken = pack.clips.values.filter(\.role.saysWords).map(\.file).sorted()
    let loudness =
      try spoken.map {
        Mastering.loudness(of: try SoundFile.read(path: "\(folder)/\($0)"))
      }.reduce(0, +) / Double(spoken.count)
    #expect(abs(Mastering.loudness(of: clip) - loudness) < 1)
    #expect(clip.duration > .milliseconds(200))
    #expect(clip.duration < .seconds(4))
  }

  @Test func `keeps the last fifty texts`() async throws {
    let asked = Mutex<[String]>([])
    let clips = SpeechClips(loudness: -20) { text in
      asked.withLock { $0.append(text) }
      let samples = (0..<4_000).map { Float($0 % 40) / 80 - 0.25 }
      return RawRecording(samples: samples, rate: 16_000)
    }
    let first = try await clips.clip(of: "0")
    for number in 1..<50 { _ = try await clips.clip(of: "\(number)") }
    #expect(try await clips.clip(of: "0") == first)
    #expect(asked.withLock { $0.count } == 50)
    _ = try await clips.clip(of: "50")
    _ = try await clips.clip(of: "0")
    #expect(asked.withLock { $0.count } == 51)
    _ = try await clips.clip(of: "1")
    #expect(asked.withLock { $0.last } == "1")
  }

  @Test func `keeps no failure`() async throws {
    let tries = Mutex(0)
    let clips = SpeechClips(loudness: -20) { _ in
      tries.withLock { $0 += 1 }
      throw SpeechError.refused("it is not to be said")
    }
    for _ in 0..<2 {
      await #expect(throws: SpeechError.self) { try await clips.clip(of: "x") }
    }
    #expect(tries.withLock { $0 } == 2)
  }
}

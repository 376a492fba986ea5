import Audio
import FoundationEssentials
import TestKit
import Testing

@Suite struct `Outputs other than a device` {
  @Test func `a WAV file grows and is valid after each announcement`() async throws {
    try await withTemporaryFolder { folder in
      let path = "\(folder)/speech.wav"
      let (first, second) = (noise(frames: 5_000, seed: 1), noise(frames: 700, seed: 2))
      let output = try makeOutput("wav:\(path)")
      try await output.check()
      try await output.play(first)
      #expect(try bytes(path) == wav(first))
      try await output.play(second)
      #expect(try SoundFile.read(path: path).samples == first + second)
      try await makeOutput("wav:\(path)").play(first)
      #expect(try bytes(path) == wav(first + second + first))
    }
  }

  @Test func `an announcement that a crash cut off goes`() async throws {
    try await withTemporaryFolder { folder in
      let path = "\(folder)/speech.wav"
      let speech = noise(frames: 300, seed: 1)
      try Data(wav(speech) + [1, 2, 3, 4, 5]).write(to: URL(filePath: path))
      try await makeOutput("wav:\(path)").play(speech)
      #expect(try bytes(path) == wav(speech + speech))
    }
  }

  @Test func `another file is not touched`() async throws {
    try await withTemporaryFolder { folder in
      let path = "\(folder)/speech.wav"
      let other = wav(noise(frames: 300, seed: 1), rate: 44_100)
      try Data(other).write(to: URL(filePath: path))
      await #expect(throws: AudioError.self) { try await makeOutput("wav:\(path)").play([1]) }
      #expect(try bytes(path) == other)
    }
  }

  @Test func `none plays at once`() async throws {
    let output = try makeOutput("none")
    try await output.check()
    try await output.play([Int16](repeating: 1, count: 48_000 * 60))
  }

  @Test(arguments: ["", "wav:"]) func `a setting that names nothing is refused`(setting: String) {
    #expect(throws: AudioError.self) { _ = try makeOutput(setting) }
  }

  @Test(arguments: ["none", "wav:/nowhere/x.wav", "default"])
  func `nothing is played for a cancelled task`(setting: String) async throws {
    let output = try makeOutput(setting)
    await withTaskGroup(of: Void.self) { group in
      group.cancelAll()
      group.addTask {
        await #expect(throws: CancellationError.self) { try await output.play([1, 2, 3]) }
      }
    }
  }

  @Test func `a device that is missing is a transient error`() async throws {
    let speaker = try makeOutput("hw:nowhere")
    let error = await #expect(throws: AudioError.self) { try await speaker.check() }
    #expect(error?.isTransient == true)
    #expect(error?.step == "open device hw:nowhere")
  }
}

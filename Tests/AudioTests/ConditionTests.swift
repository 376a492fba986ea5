import FoundationEssentials
import Synchronization
import TestKit
import Testing

@testable import Audio

@Suite struct `Condition of an output` {
  private let speech = noise(frames: 30_000, seed: 7)

  @Test func `is readable while an announcement is playing`() async throws {
    let seen = Mutex<SoundCondition?>(nil)
    let speakers = Mutex<Speaker?>(nil)
    let device = FakeDevice([
      (20_000, .underrun),
      (25_000, .call { seen.withLock { $0 = speakers.withLock { $0?.condition } } }),
    ])
    let speaker = device.speaker()
    speakers.withLock { $0 = speaker }
    #expect(speaker.condition == SoundCondition(device: "fake"))
    try await speaker.play(speech)
    let playing = SoundCondition(device: "fake", state: .playing, underruns: 1)
    #expect(seen.withLock { $0 } == playing)
    #expect(speaker.condition == SoundCondition(device: "fake", underruns: 1))
  }

  @Test func `is unavailable from a failure to the next success`() async throws {
    let busy = ALSAError(code: -16, step: .open).audioError("fake", root: "/nowhere")
    let device = FakeDevice([(20_000, .unplug)], openErrors: [busy])
    let speaker = device.speaker()
    await #expect(throws: busy) { try await speaker.check() }
    #expect(speaker.condition.state == .unavailable("Device or resource busy"))
    await #expect(throws: AudioError.self) { try await speaker.play(speech) }
    #expect(speaker.condition.state == .unavailable("No such device"))
    try await speaker.check()
    #expect(speaker.condition.state == .idle)
  }

  @Test func `recovers while idle`() async throws {
    let device = FakeDevice([(20_000, .unplug)])
    let speaker = device.speaker(idle: .close(after: .seconds(5)))
    await #expect(throws: AudioError.self) { try await speaker.play(speech) }
    await device.idle(speaker, .seconds(10))
    #expect(speaker.condition.state == .idle)
  }

  @Test func `of a file that cannot be written`() async throws {
    let output = try makeOutput("wav:/nowhere/x.wav")
    await #expect(throws: AudioError.self) { try await output.play([1]) }
    let reason = "No such file or directory"
    #expect(
      output.condition == SoundCondition(device: "wav:/nowhere/x.wav", state: .unavailable(reason)))
  }

  @Test func `a file gets the gain, and nothing after a cut`() async throws {
    try await withTemporaryFolder { folder in
      let output = try makeOutput("wav:\(folder)/speech.wav")
      let controls = Controls(gain: Gain(percent: 50))
      let sound = Sound([4, -4, 1])
      #expect(try await output.play(sound, promptly: false, under: controls) == .whole)
      controls.cut(.now)
      #expect(try await output.play(sound, promptly: false, under: controls) == .cut)
      #expect(try SoundFile.read(path: "\(folder)/speech.wav").samples == [2, -2, 1])
      #expect(try await makeOutput("none").play(sound, promptly: false, under: controls) == .cut)
    }
  }

  @Test(arguments: [
    ("hw:1,0", "aplay (process 412)"), ("plughw:1", "aplay (process 412)"),
    ("hw:CARD=Box,DEV=0", "aplay (process 412)"), ("hw:0,0", "a program (process 77)"),
    ("default", "a program (process 77) and aplay (process 412)"), ("hw:1,3", nil), ("hw:2", nil),
    ("hw:../*", "a program (process 77) and aplay (process 412)"),
  ])
  func `names the program that holds a busy device`(device: String, holder: String?) async throws {
    try await withTemporaryFolder { folder in
      try file(
        "state: RUNNING\nowner_pid   : 412\n", "\(folder)/proc/asound/card1/pcm0p/sub0/status")
      try file("closed\n", "\(folder)/proc/asound/card1/pcm3p/sub0/status")
      try file("owner_pid   : 9\n", "\(folder)/proc/asound/card1/pcm0c/sub0/status")
      try file("owner_pid   : 77\n", "\(folder)/proc/asound/card0/pcm0p/sub0/status")
      try file("aplay\n", "\(folder)/proc/412/comm")
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/proc/asound/Box", withDestinationPath: "card1")
      let error = ALSAError(code: -16, step: .open).audioError(device, root: folder)
      let reason = holder.map { "device or resource busy: held by \($0)" }
      #expect(error.reason == reason ?? "Device or resource busy")
      #expect(error.isTransient)
    }
  }

  private func file(_ text: String, _ path: String) throws {
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    try FileManager.default.createDirectory(
      atPath: "/\(folder)", withIntermediateDirectories: true)
    _ = try write(text, to: path)
  }
}

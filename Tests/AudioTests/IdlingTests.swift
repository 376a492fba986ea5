import Testing

@testable import Audio

@Suite struct `Idle speaker` {
  private let leadIn = [Int16](repeating: 0, count: 14_400)
  private let speech = noise(frames: 30_000, seed: 7)

  @Test func `closes the device after five seconds without sound`() async throws {
    let device = FakeDevice()
    let speaker = device.speaker(idle: .close(after: .seconds(5)))
    await device.idle(speaker, .seconds(3))
    #expect(device.opened == 0)
    try await speaker.play(speech)
    let turns = await device.idle(speaker, .milliseconds(4_900))
    #expect(turns <= 3)
    try await speaker.play(speech)
    #expect(device.opened == 1)
    await device.idle(speaker, .milliseconds(5_100))
    let first = device.heard.count
    try await speaker.play(speech)
    #expect(device.opened == 2)
    let isWhole = device.heard[first...].starts(with: leadIn + speech)
    #expect(isWhole)
  }

  @Test func `keeps the device open`() async throws {
    let device = FakeDevice()
    let speaker = device.speaker()
    try await speaker.play(speech)
    let turns = await device.idle(speaker, .seconds(3_600))
    #expect(turns <= 721)
    try await speaker.play(speech)
    #expect(device.opened == 1)
  }

  @Test func `streams silence before, between and after announcements without a gap`() async throws
  {
    let device = FakeDevice()
    let speaker = device.speaker(idle: .streamSilence)
    let turns = await device.idle(speaker, .seconds(10))
    #expect(turns <= 251)
    var place = device.heard.count
    for _ in 1...3 {
      try await speaker.play(speech)
      let heard = Array(device.heard[place...])
      let before = heard.prefix { $0 == 0 }.count
      #expect((1_920...4_800).contains(before))
      let isWhole = heard[before...].starts(with: speech)
      #expect(isWhole)
      let isSilent = heard[(before + speech.count)...].allSatisfy { $0 == 0 }
      #expect(isSilent)
      await device.idle(speaker, .seconds(1))
      place = device.heard.count
    }
    let (started, opened) = (device.starts, device.opened)
    #expect(started == 1 && opened == 1)
    #expect(speaker.condition == SoundCondition(device: "fake"))
  }

  @Test func `streams silence at an announcement's distance from its start`() async throws {
    let device = FakeDevice()
    let speaker = device.speaker(idle: .streamSilence)
    try await speaker.play(speech)
    try await speaker.play(speech)
    let heard = device.heard
    let first = heard.prefix { $0 == 0 }.count
    let second = heard[(first + speech.count)...].prefix { $0 == 0 }.count
    #expect((14_400...14_500).contains(first))
    #expect((14_400...16_400).contains(second))
    #expect(device.starts == 1)
  }

  @Test func `recovers from underruns in silence without counting them`() async throws {
    let device = FakeDevice([(50_000, .underrun), (90_000, .sleep(tries: 1))])
    let speaker = device.speaker(idle: .streamSilence)
    await device.idle(speaker, .seconds(4))
    #expect(device.starts == 2)
    try await speaker.play(speech)
    #expect(device.opened == 1)
    #expect(speaker.condition.underruns == 0)
  }

  @Test func `reopens a device that was unplugged meanwhile`() async throws {
    let missing = ALSAError(code: -19, step: .open).audioError("fake")
    let device = FakeDevice([(50_000, .unplug)])
    let speaker = device.speaker(idle: .streamSilence)
    await device.idle(speaker, .milliseconds(500))
    device.failToOpen(Array(repeating: missing, count: 4))
    let turns = await device.idle(speaker, .milliseconds(3_700))
    #expect(turns < 93)
    #expect(device.opened == 1)
    #expect(speaker.condition.state == .unavailable("No such device"))
    await device.idle(speaker, .seconds(120))
    #expect(device.opened == 2)
    #expect(speaker.condition.state == .idle)
  }

  @Test func `gives up a device that accepts no silence`() async {
    let missing = ALSAError(code: -19, step: .open).audioError("fake")
    let device = FakeDevice([(50_000, .hang)])
    let speaker = device.speaker(idle: .streamSilence)
    await device.idle(speaker, .milliseconds(2_900))
    #expect(speaker.condition.state == .idle)
    device.failToOpen([missing])
    await device.idle(speaker, .milliseconds(240))
    #expect(speaker.condition.state == .unavailable("no progress for 2 s"))
  }

  @Test func `cancelling ends the stream, and the next announcement starts a new one`() async throws
  {
    let device = FakeDevice([(20_000, .cancel)])
    let speaker = device.speaker(idle: .streamSilence)
    let speech = speech
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await #expect(throws: CancellationError.self) { try await speaker.play(speech) }
      }
    }
    let first = device.heard.count
    try await speaker.play(speech)
    let isWhole = device.heard[first...].starts(with: leadIn + speech)
    #expect(isWhole)
  }
}

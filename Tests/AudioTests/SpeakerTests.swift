import Testing

@testable import Audio

@Suite struct `Speaker on a failing device` {
  private let leadIn = [Int16](repeating: 0, count: 14_400)
  private let shortLeadIn = [Int16](repeating: 0, count: 1_920)
  private let speech = noise(frames: 30_000, seed: 7)

  @Test(arguments: [1, 500, 959, 960, 961, 9_600, 48_000])
  func `plays lead-in, every sample and enough silence after the last`(frames: Int) async throws {
    let device = FakeDevice()
    let speech = noise(frames: frames, seed: frames)
    try await device.speaker().play(speech)
    #expect(device.heard.starts(with: leadIn + speech))
    #expect(device.heard.count >= leadIn.count + frames + 1_440)
    #expect(device.heard[(leadIn.count + frames)...].allSatisfy { $0 == 0 })
  }

  @Test func `needs little lead-in while awake, and all of it after a pause`() async throws {
    let device = FakeDevice()
    let speaker = device.speaker()
    try await speaker.play(speech)
    let first = device.heard.count
    device.advance(.seconds(2))
    try await speaker.play(speech)
    #expect(device.heard[first...].starts(with: shortLeadIn + speech))
    let second = device.heard.count
    device.advance(.milliseconds(2_001))
    try await speaker.play(speech)
    #expect(device.heard[second...].starts(with: leadIn + speech))
    #expect(device.opened == 1)
  }

  @Test func `keeps two announcements a lead-in apart`() async throws {
    let device = FakeDevice()
    let speaker = device.speaker()
    try await speaker.play(speech)
    let first = device.heard.count
    device.advance(.milliseconds(100))
    try await speaker.play(speech)
    #expect(device.heard[first...].starts(with: leadIn.dropLast(4_800) + speech))
  }

  @Test func `a lead-in of zero stays zero`() async throws {
    let device = FakeDevice()
    let speaker = device.speaker(leadIn: .zero)
    try await speaker.play(speech)
    #expect(device.heard.starts(with: speech))
  }

  @Test(arguments: [0, 1, 960, 14_399, 14_405, 20_000, 44_390])
  func `continues where an underrun stopped it`(frame: Int) async throws {
    let device = FakeDevice([(frame, .underrun), (frame, .underrun), (frame + 1, .underrun)])
    let speaker = device.speaker()
    try await speaker.play(speech)
    #expect(device.heard.starts(with: leadIn + speech))
    #expect(speaker.condition.underruns == 3)
  }

  @Test func `an underrun after the last sample does not count`() async throws {
    let device = FakeDevice([(44_400, .underrun), (44_410, .underrun)])
    let speaker = device.speaker()
    try await speaker.play(speech)
    #expect(device.heard.starts(with: leadIn + speech))
    #expect(speaker.condition.underruns <= 2)
  }

  @Test(arguments: [1, 5, nil], [0, 20_000, 44_399, 44_500])
  func `continues after the computer slept`(tries: Int?, frame: Int) async throws {
    let device = FakeDevice([(frame, .sleep(tries: tries))])
    try await device.speaker().play(speech)
    #expect(device.heard.starts(with: leadIn + speech))
  }

  @Test func `a device that does not resume is an error`() async throws {
    let device = FakeDevice([(20_000, .sleep(tries: 1_000))])
    await expectError("no progress", from: device.speaker(), on: device)
  }

  @Test func `an unplugged device is reopened by the next announcement`() async throws {
    let device = FakeDevice([(20_000, .unplug)])
    let speaker = device.speaker()
    await expectError("No such device", from: speaker, on: device)
    try await speaker.play(speech)
    #expect(device.heard[20_000...].starts(with: leadIn + speech))
    #expect(device.opened == 2)
  }

  @Test func `a device unplugged while silent is reopened at once`() async throws {
    let device = FakeDevice()
    let speaker = device.speaker()
    try await speaker.play(speech)
    let first = device.heard.count
    device.unplug()
    try await speaker.play(speech)
    #expect(device.heard[first...].starts(with: leadIn + speech))
    device.unplug()
    try await speaker.check()
    #expect(device.opened == 3)
  }

  @Test func `a busy device is an error until it is free`() async throws {
    let busy = ALSAError(code: -16, step: .open).audioError("fake")
    let device = FakeDevice(openErrors: [busy, busy])
    let speaker = device.speaker()
    await expectError("busy", from: speaker, on: device)
    await #expect(throws: busy) { try await speaker.check() }
    try await speaker.check()
    try await speaker.play(speech)
    #expect(device.heard.starts(with: leadIn + speech))
    #expect(device.opened == 1)
  }

  @Test(arguments: [0, 20_000, 44_399, 45_000])
  func `a hanging device is given up after two seconds`(frame: Int) async throws {
    let device = FakeDevice([(frame, .hang)])
    await expectError("no progress", from: device.speaker(), on: device)
    #expect(device.now < .seconds(1_000 + 4))
  }

  @Test func `a device that drains too slowly is given up`() async throws {
    let device = FakeDevice([(44_000, .crawl)])
    await expectError("overdue", from: device.speaker(), on: device)
    #expect(device.now < .seconds(1_000 + 4))
  }

  @Test func `endless underruns are given up`() async throws {
    let device = FakeDevice((0..<1_000).map { _ in (20_000, .underrun) })
    await expectError("no progress", from: device.speaker(), on: device)
  }

  @Test func `cancelling discards the rest at once`() async throws {
    let device = FakeDevice([(20_000, .cancel)])
    let speaker = device.speaker()
    let speech = speech
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await #expect(throws: CancellationError.self) { try await speaker.play(speech) }
      }
    }
    #expect((20_000...20_960).contains(device.heard.count))
    let first = device.heard.count
    try await speaker.play(speech)
    #expect(device.heard[first...].starts(with: leadIn + speech))
    #expect(device.opened == 1)
  }

  private func expectError(
    _ reason: String, from speaker: Speaker, on device: FakeDevice
  ) async {
    let speech = speech
    let error = await #expect(throws: AudioError.self) { try await speaker.play(speech) }
    #expect(error?.reason.contains(reason) == true, "\(error.debugDescription)")
    #expect(error?.isTransient == true)
  }
}

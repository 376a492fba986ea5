import Testing

@testable import Audio

@Suite struct `Announcements that interrupt` {
  private let leadIn = [Int16](repeating: 0, count: 14_400)
  private let shortLeadIn = [Int16](repeating: 0, count: 1_920)
  private let said = noise(frames: 30_000, seed: 7)

  @Test func `follow after 40 ms instead of the usual distance`() async throws {
    let device = FakeDevice()
    let speaker = device.speaker()
    try await speaker.play(said)
    #expect(try await follow(on: speaker, device).starts(with: shortLeadIn + said))
  }

  @Test func `wake a device that was just opened, or slept, all the same`() async throws {
    let device = FakeDevice()
    let speaker = device.speaker()
    #expect(try await follow(on: speaker, device).starts(with: leadIn + said))
    device.advance(.milliseconds(2_001))
    #expect(try await follow(on: speaker, device).starts(with: leadIn + said))
    device.unplug()
    #expect(try await follow(on: speaker, device).starts(with: leadIn + said))
  }

  @Test func `follow behind the silence that is streamed`() async throws {
    let device = FakeDevice()
    let speaker = device.speaker(idle: .streamSilence)
    try await speaker.play(said)
    let heard = try await follow(on: speaker, device)
    #expect(heard.prefix { $0 == 0 }.count <= 4_800)
  }

  @Test(arguments: [0, 20, 50, 300])
  func `the tail is as long as wished`(milliseconds: Int) async throws {
    let device = FakeDevice()
    try await device.speaker(trailingSilence: .milliseconds(milliseconds)).play(said)
    let tail = device.heard.count - leadIn.count - said.count
    #expect((milliseconds * 48 - 960...milliseconds * 48 + 960).contains(tail))
  }

  private func follow(on speaker: Speaker, _ device: FakeDevice) async throws -> [Int16] {
    let first = device.heard.count
    _ = try await speaker.play(Sound(said), promptly: true, under: Controls())
    return Array(device.heard[first...])
  }
}

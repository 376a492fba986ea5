import Testing

@testable import Audio

@Suite struct `Interrupting announcements` {
  private let leadIn = [Int16](repeating: 0, count: 14_400)
  private let shortLeadIn = [Int16](repeating: 0, count: 1_920)
  private let speech = noise(frames: 30_000, seed: 7)

  @Test func `follow after 40 ms instead of the lead-in`() async throws {
    let device = FakeDevice()
    let speaker = device.speaker()
    try await speaker.play(speech)
    #expect(try await follow(on: speaker, device).starts(with: shortLeadIn + speech))
  }

  @Test func `get the whole lead-in on a device that was just opened or slept`() async throws {
    let device = FakeDevice()
    let speaker = device.speaker()
    #expect(try await follow(on: speaker, device).starts(with: leadIn + speech))
    device.advance(.milliseconds(2_001))
    #expect(try await follow(on: speaker, device).starts(with: leadIn + speech))
    device.unplug()
    #expect(try await follow(on: speaker, device).starts(with: leadIn + speech))
  }

  @Test func `follow streamed silence`() async throws {
    let device = FakeDevice()
    let speaker = device.speaker(idle: .streamSilence)
    try await speaker.play(speech)
    let heard = try await follow(on: speaker, device)
    #expect(heard.prefix { $0 == 0 }.count <= 4_800)
  }

  @Test(arguments: [0, 20, 50, 300])
  func `the trailing silence has its configured length`(milliseconds: Int) async throws {
    let device = FakeDevice()
    try await device.speaker(trailingSilence: .milliseconds(milliseconds)).play(speech)
    let tail = device.heard.count - leadIn.count - speech.count
    #expect((milliseconds * 48 - 960...milliseconds * 48 + 960).contains(tail))
  }

  private func follow(on speaker: Speaker, _ device: FakeDevice) async throws -> [Int16] {
    let first = device.heard.count
    _ = try await speaker.play(Sound(speech), promptly: true, under: Controls())
    return Array(device.heard[first...])
  }
}

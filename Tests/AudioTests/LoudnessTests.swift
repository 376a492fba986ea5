import Testing

@testable import Audio

@Suite struct `Loudness while playing` {
  private let leadIn = 14_400
  private let level = [Int16](repeating: 20_000, count: 60_000)

  @Test func `a new announcement starts at its gain`() async throws {
    let device = FakeDevice()
    let controls = Controls(gain: Gain(percent: 80) * Gain(percent: 50))
    _ = try await device.speaker().play(Sound([1_001, -7]), promptly: false, under: controls)
    #expect(Array(device.heard[leadIn...].prefix(3)) == [400, -3, 0])
  }

  @Test func `a change in the lead-in holds from the first sample`() async throws {
    let controls = Controls()
    let device = FakeDevice([(100, .call { controls.set(Gain(percent: 50)) })])
    _ = try await device.speaker().play(Sound(level), promptly: false, under: controls)
    let heard = Set(device.heard[leadIn...].prefix(level.count))
    #expect(heard == [10_000])
  }

  @Test(arguments: [nil, 500, 9_800, 10_900, 12_500])
  func `a change moves over 50 ms, also across an underrun`(underrun: Int?) async throws {
    let controls = Controls()
    var faults: [(frame: Int, fault: FakeDevice.Fault)] = [
      (leadIn + 400, .call { controls.set(Gain(percent: 40)) })
    ]
    if let underrun { faults.append((leadIn + underrun, .underrun)) }
    let device = FakeDevice(faults)
    _ = try await device.speaker().play(Sound(level), promptly: false, under: controls)
    let heard = Array(device.heard[leadIn...].prefix(level.count))
    let start = heard.prefix { $0 == 20_000 }.count
    #expect((400...400 + FakeDevice.buffer + 960).contains(start))
    let ramp = (1...2_400).map { step in
      Gain(millionths: 1_000_000 - 600_000 * step / 2_400).applied(to: 20_000)
    }
    let isRamp = heard[start...].starts(with: ramp)
    #expect(isRamp)
    let isSteady = heard[(start + 2_400)...].allSatisfy { $0 == 8_000 }
    #expect(isSteady)
  }

  @Test func `a change during a ramp starts from the current gain`() {
    var glide = GainRamp(at: .full)
    glide.move(to: Gain(percent: 0))
    for _ in 0..<1_200 { _ = glide.next() }
    glide.move(to: .full)
    #expect(glide.next() == Gain(millionths: 500_208))
    for _ in 1..<2_400 { _ = glide.next() }
    #expect(glide.isFull)
  }

  @Test func `samples are unchanged again at full gain`() async throws {
    let speech = noise(frames: 60_000, seed: 3)
    let controls = Controls()
    let device = FakeDevice([
      (leadIn + 100, .call { controls.set(Gain(percent: 10)) }),
      (leadIn + 20_000, .call { controls.set(.full) }),
    ])
    _ = try await device.speaker().play(Sound(speech), promptly: false, under: controls)
    let isSame = device.heard[leadIn...].dropFirst(40_000).starts(with: speech[40_000...])
    #expect(isSame)
  }
}

import Testing

@testable import Audio

@Suite struct `Cutting an announcement short` {
  private static let leadIn = 14_400
  private let sound: Sound

  init() throws {
    sound = try Mixdown.join(
      [20_000, 9_000, 60_000, 5_000].map { .clip(Clip(samples: noise(frames: $0, seed: $0))) })
  }

  @Test(arguments: [
    (Self.leadIn + 1, 20_000), (Self.leadIn + 16_000, 20_000), (Self.leadIn + 19_900, 29_000),
    (Self.leadIn + 20_001, 29_000), (Self.leadIn + 25_000, 29_000),
    (Self.leadIn + 28_900, 89_000), (Self.leadIn + 85_000, 89_000),
  ])
  func `at a border, ends with the clip that is playing`(moment: Int, border: Int) async throws {
    let (device, ending) = try await play(cutting: [(moment, .atClipEnd)])
    #expect(ending == .cut)
    expect(Array(sound.samples[..<border]), on: device)
    let end = Self.leadIn + border
    #expect((end + 1_440...end + 3_840).contains(device.heard.count))
  }

  @Test func `a cut inside the last clip changes nothing`() async throws {
    let (device, ending) = try await play(cutting: [(Self.leadIn + 88_900, .atClipEnd)])
    #expect(ending == .whole)
    expect(sound.samples, on: device)
  }

  @Test(arguments: [(42_000, 89_000), (84_000, 89_000), (28_900, nil), (35_000, nil)])
  func `soon waits for a border within a second`(moment: Int, border: Int?) async throws {
    let (device, ending) = try await play(cutting: [(Self.leadIn + moment, .soon)])
    #expect(ending == .cut)
    if let border {
      expect(Array(sound.samples[..<border]), on: device)
    } else {
      expectFade(after: moment, on: device)
    }
  }

  @Test(arguments: [1, 5_000, 35_000, 70_000])
  func `now ends with a ramp of 20 ms behind what was written`(moment: Int) async throws {
    let (device, ending) = try await play(cutting: [(Self.leadIn + moment, .now)])
    #expect(ending == .cut)
    expectFade(after: moment, on: device)
  }

  @Test func `now changes nothing once all is written`() async throws {
    let (device, ending) = try await play(cutting: [(Self.leadIn + 93_000, .now)])
    #expect(ending == .whole)
    expect(sound.samples, on: device)
  }

  @Test func `a stronger cut replaces a weaker one, never the reverse`() async throws {
    let (device, ending) = try await play(
      cutting: [
        (Self.leadIn + 30_000, .atClipEnd), (Self.leadIn + 40_000, .now),
        (Self.leadIn + 42_000, .atClipEnd),
      ])
    #expect(ending == .cut)
    expectFade(after: 40_000, on: device)
  }

  @Test func `a cut after a cut with a ramp does not lengthen it`() async throws {
    let (device, _) = try await play(
      cutting: [(Self.leadIn + 35_000, .soon), (Self.leadIn + 35_400, .now)])
    expectFade(after: 35_000, on: device)
  }

  @Test func `a cut before the start plays nothing`() async throws {
    let device = FakeDevice()
    let controls = Controls()
    controls.cut(.atClipEnd)
    let ending = try await device.speaker().play(sound, promptly: false, under: controls)
    #expect(ending == .cut)
    #expect(device.opened == 0)
  }

  @Test(arguments: [Controls.Cut.atClipEnd, .soon, .now])
  func `a cut in the lead-in plays nothing`(cut: Controls.Cut) async throws {
    let (device, ending) = try await play(cutting: [(3_000, cut)])
    #expect(ending == .cut)
    expect([], on: device)
  }

  @Test(arguments: [Controls.Cut.atClipEnd, .soon, .now])
  func `a cut in the pause between two clips ends there`(cut: Controls.Cut) async throws {
    let clip = noise(frames: 20_000, seed: 1)
    let sound = try Mixdown.join(
      [.clip(Clip(samples: clip)), .silence(.seconds(2)), .clip(Clip(samples: clip))])
    let (device, ending) = try await play(sound, cutting: [(Self.leadIn + 40_000, cut)])
    #expect(ending == .cut)
    expect(clip, on: device)
    #expect(device.heard.count < Self.leadIn + 55_000)
  }

  @Test(arguments: [19_040, 20_000, 21_800], [Controls.Cut.atClipEnd, .soon])
  func `a clip that would begin more than 60 ms later is not begun`(
    moment: Int, cut: Controls.Cut
  ) async throws {
    let clip = noise(frames: 20_000, seed: 1)
    let sound = try Mixdown.join(
      [.clip(Clip(samples: clip)), .silence(.milliseconds(100)), .clip(Clip(samples: clip))])
    let (device, ending) = try await play(sound, cutting: [(Self.leadIn + moment, cut)])
    #expect(ending == .cut)
    expect(clip, on: device)
    // Nor is the rest of the pause waited for.
    #expect(device.heard.count <= Self.leadIn + max(moment, 21_440) + 960)
  }

  @Test(arguments: [19_000, 20_000, 28_990])
  func `an underrun before the border loses nothing`(frame: Int) async throws {
    let (device, ending) = try await play(
      cutting: [(Self.leadIn + 1, .atClipEnd)], underrunAt: Self.leadIn + frame)
    #expect(ending == .cut)
    #expect(device.heard.dropFirst(Self.leadIn).starts(with: sound.samples[..<20_000]))
  }

  @Test func `holding back at borders starves nothing`() async throws {
    let device = FakeDevice()
    let speaker = device.speaker()
    let clips = (1...60).map { Segment.clip(Clip(samples: noise(frames: 37 * $0, seed: $0))) }
    let sound = try Mixdown.join(clips)
    #expect(try await speaker.play(sound, promptly: false, under: Controls()) == .whole)
    expect(sound.samples, on: device)
    #expect(speaker.condition.underruns == 0)
  }

  private func play(
    _ sound: Sound? = nil, cutting cuts: [(frame: Int, cut: Controls.Cut)],
    underrunAt frame: Int? = nil
  ) async throws -> (device: FakeDevice, ending: PlaybackResult) {
    let controls = Controls()
    var faults = cuts.map { moment, cut in
      (frame: moment, fault: FakeDevice.Fault.call { controls.cut(cut) })
    }
    if let frame { faults.append((frame, .underrun)) }
    let device = FakeDevice(faults)
    let ending = try await device.speaker().play(
      sound ?? self.sound, promptly: false, under: controls)
    return (device, ending)
  }

  /// Expects that exactly `samples` were handed to the device, in silence.
  private func expect(_ samples: [Int16], on device: FakeDevice) {
    let said = device.given.dropFirst(Self.leadIn)
    let isRight = said.starts(with: samples) && said.dropFirst(samples.count).allSatisfy { $0 == 0 }
    #expect(isRight)
  }

  /// Expects a ramp that begins within the device's buffer after `moment`, and silence after it.
  private func expectFade(after moment: Int, on device: FakeDevice) {
    let said = Array(device.given.dropFirst(Self.leadIn))
    let start = zip(said, sound.samples).prefix { $0 == $1 }.count
    let nearby = (moment...moment + FakeDevice.buffer + 960).contains { written in
      let fade = (0..<960).map { index in
        Gain(millionths: (959 - index) * 1_000_000 / 960).applied(
          to: sound.samples[written + index])
      }
      return written <= start && said[written...].starts(with: fade)
        && said[(written + 960)...].allSatisfy { $0 == 0 }
    }
    #expect(nearby)
  }
}

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
  func `at a clip's end, lets the clip finish`(moment: Int, clipEnd: Int) async throws {
    let (device, result) = try await play(cutting: [(moment, .atClipEnd)])
    #expect(result == .cut)
    expect(Array(sound.samples[..<clipEnd]), on: device)
    let end = Self.leadIn + clipEnd
    #expect((end + 1_440...end + 3_840).contains(device.heard.count))
  }

  @Test func `a cut inside the last clip changes nothing`() async throws {
    let (device, result) = try await play(cutting: [(Self.leadIn + 88_900, .atClipEnd)])
    #expect(result == .whole)
    expect(sound.samples, on: device)
  }

  @Test(arguments: [(42_000, 89_000), (84_000, 89_000), (28_900, nil), (35_000, nil)])
  func `soon waits for a clip's end within a second`(moment: Int, clipEnd: Int?) async throws {
    let (device, result) = try await play(cutting: [(Self.leadIn + moment, .soon)])
    #expect(result == .cut)
    if let clipEnd {
      expect(Array(sound.samples[..<clipEnd]), on: device)
    } else {
      expectFade(after: moment, on: device)
    }
  }

  @Test(arguments: [1, 5_000, 35_000, 70_000])
  func `now ends with a fade of 20 ms after the written samples`(moment: Int) async throws {
    let (device, result) = try await play(cutting: [(Self.leadIn + moment, .now)])
    #expect(result == .cut)
    expectFade(after: moment, on: device)
  }

  @Test func `now changes nothing once everything is written`() async throws {
    let (device, result) = try await play(cutting: [(Self.leadIn + 93_000, .now)])
    #expect(result == .whole)
    expect(sound.samples, on: device)
  }

  @Test func `a stronger cut replaces a weaker one, never the reverse`() async throws {
    let (device, result) = try await play(
      cutting: [
        (Self.leadIn + 30_000, .atClipEnd), (Self.leadIn + 40_000, .now),
        (Self.leadIn + 42_000, .atClipEnd),
      ])
    #expect(result == .cut)
    expectFade(after: 40_000, on: device)
  }

  @Test func `a cut during a fade does not lengthen it`() async throws {
    let (device, _) = try await play(
      cutting: [(Self.leadIn + 35_000, .soon), (Self.leadIn + 35_400, .now)])
    expectFade(after: 35_000, on: device)
  }

  @Test func `a cut before the start plays nothing`() async throws {
    let device = FakeDevice()
    let controls = Controls()
    controls.cut(.atClipEnd)
    let result = try await device.speaker().play(sound, promptly: false, under: controls)
    #expect(result == .cut)
    #expect(device.opened == 0)
  }

  @Test(arguments: [Controls.Cut.atClipEnd, .soon, .now])
  func `a cut in the lead-in plays nothing`(cut: Controls.Cut) async throws {
    let (device, result) = try await play(cutting: [(3_000, cut)])
    #expect(result == .cut)
    expect([], on: device)
  }

  @Test(arguments: [Controls.Cut.atClipEnd, .soon, .now])
  func `a cut in the pause between two clips ends there`(cut: Controls.Cut) async throws {
    let clip = noise(frames: 20_000, seed: 1)
    let sound = try Mixdown.join(
      [.clip(Clip(samples: clip)), .silence(.seconds(2)), .clip(Clip(samples: clip))])
    let (device, result) = try await play(sound, cutting: [(Self.leadIn + 40_000, cut)])
    #expect(result == .cut)
    expect(clip, on: device)
    #expect(device.heard.count < Self.leadIn + 55_000)
  }

  @Test(arguments: [19_040, 20_000, 21_800], [Controls.Cut.atClipEnd, .soon])
  func `does not start a clip that would begin more than 60 ms later`(
    moment: Int, cut: Controls.Cut
  ) async throws {
    let clip = noise(frames: 20_000, seed: 1)
    let sound = try Mixdown.join(
      [.clip(Clip(samples: clip)), .silence(.milliseconds(100)), .clip(Clip(samples: clip))])
    let (device, result) = try await play(sound, cutting: [(Self.leadIn + moment, cut)])
    #expect(result == .cut)
    expect(clip, on: device)
    // Nor does it wait for the rest of the pause.
    #expect(device.heard.count <= Self.leadIn + max(moment, 21_440) + 960)
  }

  @Test(arguments: [19_000, 20_000, 28_990])
  func `an underrun before the clip's end loses nothing`(frame: Int) async throws {
    let (device, result) = try await play(
      cutting: [(Self.leadIn + 1, .atClipEnd)], underrunAt: Self.leadIn + frame)
    #expect(result == .cut)
    #expect(device.heard.dropFirst(Self.leadIn).starts(with: sound.samples[..<20_000]))
  }

  @Test func `waiting before clips causes no underruns`() async throws {
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
  ) async throws -> (device: FakeDevice, result: PlaybackResult) {
    let controls = Controls()
    var faults = cuts.map { moment, cut in
      (frame: moment, fault: FakeDevice.Fault.call { controls.cut(cut) })
    }
    if let frame { faults.append((frame, .underrun)) }
    let device = FakeDevice(faults)
    let result = try await device.speaker().play(
      sound ?? self.sound, promptly: false, under: controls)
    return (device, result)
  }

  /// Expects that exactly `samples` were written to the device, with silence around them.
  private func expect(_ samples: [Int16], on device: FakeDevice) {
    let written = device.given.dropFirst(Self.leadIn)
    let isRight =
      written.starts(with: samples) && written.dropFirst(samples.count).allSatisfy { $0 == 0 }
    #expect(isRight)
  }

  /// Expects a fade that begins within the device's buffer after `moment`, followed by silence.
  private func expectFade(after moment: Int, on device: FakeDevice) {
    let speech = Array(device.given.dropFirst(Self.leadIn))
    let start = zip(speech, sound.samples).prefix { $0 == $1 }.count
    let nearby = (moment...moment + FakeDevice.buffer + 960).contains { written in
      let fade = (0..<960).map { index in
        Gain(millionths: (959 - index) * 1_000_000 / 960).applied(
          to: sound.samples[written + index])
      }
      return written <= start && speech[written...].starts(with: fade)
        && speech[(written + 960)...].allSatisfy { $0 == 0 }
    }
    #expect(nearby)
  }
}

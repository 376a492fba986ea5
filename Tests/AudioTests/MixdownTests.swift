import Audio
import Testing

@Suite struct `Joining clips` {
  @Test func `joins clips and silence as they stand`() throws {
    let joined = try Mixdown.join([
      .clip(Clip(samples: [1, -2, 3])), .silence(frames: 2), .clip(Clip(samples: [])),
      .clip(Clip(samples: [32_767, -32_768])),
    ])
    #expect(joined == Sound([1, -2, 3, 0, 0, 32_767, -32_768], clipEnds: [3, 7]))
  }

  @Test(arguments: [
    (50, [2, -2, 2, -2, 1, -1, 16_384, -16_384]), (33, [1, -1, 1, -1, 0, 0, 10_813, -10_813]),
    (0, [0, 0, 0, 0, 0, 0, 0, 0]), (100, [4, -4, 3, -3, 1, -1, 32_767, -32_768]),
    (150, [4, -4, 3, -3, 1, -1, 32_767, -32_768]),
  ])
  func `attenuates, halves away from zero`(percent: Int, expected: [Int16]) {
    let samples: [Int16] = [4, -4, 3, -3, 1, -1, 32_767, -32_768]
    #expect(Gain(percent: percent).applied(to: samples) == expected)
  }

  @Test(arguments: [1, 7, 33, 50, 99]) func `attenuates every sample exactly`(percent: Int) {
    let all = (Int16.min...Int16.max).map { $0 }
    let expected = all.map { sample in
      let product = Int(sample) * percent
      return Int16((product + (product < 0 ? -50 : 50)) / 100)
    }
    #expect(Gain(percent: percent).applied(to: all) == expected)
  }

  @Test func `gains multiply exactly`() {
    #expect(Gain(percent: 80) * Gain(percent: 50) == Gain(percent: 40))
    #expect(Gain(percent: 33) * .full == Gain(percent: 33))
    let all = (Int16.min...Int16.max).map { $0 }
    let expected = all.map { sample in
      let product = Int(sample) * 7 * 33 * 99
      return Int16((product + (product < 0 ? -500_000 : 500_000)) / 1_000_000)
    }
    let gain = Gain(percent: 7) * Gain(percent: 33) * Gain(percent: 99)
    #expect(gain.applied(to: all) == expected)
    #expect((Gain.full * .full).applied(to: all) == all)
  }

  @Test func `counts frames of times`() throws {
    #expect(try Mixdown.join([.silence(.milliseconds(30))]).samples.count == 1_440)
    #expect(try Mixdown.join([.silence(.microseconds(-1))]).samples.isEmpty)
    #expect(Clip(samples: noise(frames: 24_000, seed: 1)).duration == .milliseconds(500))
  }
}

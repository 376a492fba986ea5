/// A limiter that looks ahead: it turns down before a peak comes, and never cuts one off.
enum Limiter {
  /// Half of how far it looks ahead, and as slowly it lets go, in frames: 2.5 ms of 5 ms.
  static let reach = Sample.rate / 400

  /// Turns `samples` down where their true peak would be above `ceiling`, and nowhere else.
  ///
  /// - Parameters:
  ///   - samples: Sound at 48 kHz.
  ///   - peaks: The ``peaks(_:)`` of these samples.
  ///   - ceiling: The highest true peak of the result, as an amplitude.
  /// - Returns: As many samples.
  /// - Throws: `Refusal` if it does not succeed, which no sound is known to bring about.
  static func limited(
    _ samples: [Float], peaks: [Float], to ceiling: Float
  ) throws(Refusal) -> [Float] {
    guard Loudness.truePeak(samples) > Double(ceiling) else { return samples }
    var aim = ceiling
    for _ in 0..<8 {
      let result = turnedDown(samples, peaks, to: aim)
      let peak = Float(Loudness.truePeak(result))
      if peak <= ceiling { return result }
      // Turning down bends the wave a little, and with it what lies between its samples.
      aim *= ceiling / peak * 0.999
    }
    throw Refusal("its peaks cannot be limited")
  }

  private static func turnedDown(
    _ samples: [Float], _ peaks: [Float], to ceiling: Float
  ) -> [Float] {
    let allowed = peaks.map { min(1, ceiling / max($0, ceiling / 2_000)) }
    // Two means of half the reach each side: a smooth curve, nowhere above the least of its reach.
    let gain = mean(mean(least(allowed)))
    return zip(samples, gain).map { $0 * $1 }
  }

  /// The highest amplitude at and around each sample, between the samples too.
  ///
  /// This is the dear part, and it grows with the samples: a louder take has the same peaks, louder.
  static func peaks(_ samples: [Float]) throws(Refusal) -> [Float] {
    let fine = try Resampler.convert(samples, from: Sample.rate, to: Sample.rate * 4)
    return samples.indices.map { index in
      let around = max(0, index * 4 - 4)..<min(fine.count, index * 4 + 5)
      return around.reduce(abs(samples[index])) { max($0, abs(fine[$1])) }
    }
  }

  /// The least value within the reach of each place.
  private static func least(_ values: [Float]) -> [Float] {
    var (rising, head): ([Int], Int) = ([], 0)
    var next = 0
    return values.indices.map { index in
      while next <= min(index + reach, values.count - 1) {
        while rising.count > head, values[rising[rising.count - 1]] >= values[next] {
          rising.removeLast()
        }
        rising.append(next)
        next += 1
      }
      while rising[head] < index - reach { head += 1 }
      return values[rising[head]]
    }
  }

  /// The mean over half the reach each side, where the ends go on as they are.
  private static func mean(_ values: [Float]) -> [Float] {
    let half = reach / 2
    func value(_ index: Int) -> Double {
      Double(values[min(max(index, 0), values.count - 1)])
    }
    var sum = (-half...half).reduce(0) { $0 + value($1) }
    return values.indices.map { index in
      defer { sum += value(index + half + 1) - value(index - half) }
      return Float(sum / Double(2 * half + 1))
    }
  }
}

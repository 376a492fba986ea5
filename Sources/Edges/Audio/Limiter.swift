/// A look-ahead limiter: it attenuates before a peak instead of clipping it.
enum Limiter {
  /// Half of its look-ahead and release time, in frames: 2.5 ms of 5 ms.
  static let reach = Sample.rate / 400

  /// Attenuates `samples` only where their true peak exceeds `ceiling`.
  ///
  /// - Parameters:
  ///   - samples: Sound at 48 kHz.
  ///   - peaks: The ``peaks(_:)`` of these samples.
  ///   - ceiling: The highest true peak of the result, as an amplitude.
  /// - Returns: As many samples.
  /// - Throws: `Refusal` if it does not succeed, which no known sound causes.
  static func limited(
    _ samples: [Float], peaks: [Float], to ceiling: Float
  ) throws(Refusal) -> [Float] {
    guard Loudness.truePeak(samples) > Double(ceiling) else { return samples }
    var target = ceiling
    for _ in 0..<8 {
      let result = attenuated(samples, peaks, to: target)
      let peak = Float(Loudness.truePeak(result))
      if peak <= ceiling { return result }
      // Attenuation changes the wave a little, and so the peaks between its samples.
      target *= ceiling / peak * 0.999
    }
    throw Refusal("its peaks cannot be limited")
  }

  private static func attenuated(
    _ samples: [Float], _ peaks: [Float], to ceiling: Float
  ) -> [Float] {
    let allowed = peaks.map { min(1, ceiling / max($0, ceiling / 2_000)) }
    // Two moving averages over half the reach: smooth, and never above the minimum within reach.
    let gain = mean(mean(minimum(allowed)))
    return zip(samples, gain).map { $0 * $1 }
  }

  /// The highest amplitude at and around each sample, including between samples.
  ///
  /// The expensive part; it scales with the gain, so it is computed once per recording.
  static func peaks(_ samples: [Float]) throws(Refusal) -> [Float] {
    let fine = try Resampler.convert(samples, from: Sample.rate, to: Sample.rate * 4)
    return samples.indices.map { index in
      let around = max(0, index * 4 - 4)..<min(fine.count, index * 4 + 5)
      return around.reduce(abs(samples[index])) { max($0, abs(fine[$1])) }
    }
  }

  /// The minimum within the reach of each index.
  private static func minimum(_ values: [Float]) -> [Float] {
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

  /// The mean over half the reach on each side, with the end values extended.
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

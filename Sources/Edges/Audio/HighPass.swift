import Glibc

/// A Butterworth high-pass of second order at 80 Hz, against hum, breath and tables knocked at.
enum HighPass {
  private static let corner = 80.0

  /// Filters sound at 48 kHz, beginning from silence.
  static func filtered(_ samples: [Float]) -> [Float] {
    let omega = 2 * Double.pi * corner / Double(Sample.rate)
    let alpha = sin(omega) / 2.0.squareRoot()
    let scale = 1 + alpha
    let feed = (1 + cos(omega)) / 2 / scale
    let (back1, back2) = (-2 * cos(omega) / scale, (1 - alpha) / scale)
    var (state1, state2) = (0.0, 0.0)  // transposed direct form II
    return samples.map { sample in
      let input = Double(sample)
      let output = feed * input + state1
      state1 = -2 * feed * input - back1 * output + state2
      state2 = feed * input - back2 * output
      return Float(output)
    }
  }
}

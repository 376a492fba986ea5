import Glibc

/// A tone at 48 kHz, as loud as `level` (full scale: 1), none of whose first samples repeat.
func tone(
  _ frequency: Double, frames: Int, level: Double = 0.5, rate: Int = 48_000
) -> [Float] {
  (0..<frames).map { Float(level * sin(2 * .pi * frequency * Double($0 + 1) / Double(rate))) }
}

/// Something like a spoken word: a few harmonics under a hump, with silence around it.
func word(_ pitch: Double, seconds: Double, level: Double, silence: Double = 0.1) -> [Float] {
  let frames = Int(seconds * 48_000)
  let quiet = [Float](repeating: 0, count: Int(silence * 48_000))
  let sound = (0..<frames).map { index -> Float in
    let time = Double(index) / 48_000
    let hump = pow(sin(.pi * Double(index) / Double(frames)), 0.5)
    let wave = (1...8).reduce(0.0) { $0 + sin(2 * .pi * pitch * Double($1) * time) / Double($1) }
    return Float(level * hump * wave)
  }
  return quiet + sound + quiet
}

/// Samples that look like noise, different for each seed, the first and last never zero.
func noise(frames: Int, seed: Int) -> [Int16] {
  var state = UInt32(truncatingIfNeeded: seed &* 2_654_435_761 &+ 1)
  return (0..<frames).map { _ in
    state = state &* 1_664_525 &+ 1_013_904_223
    return Int16(truncatingIfNeeded: state >> 16) | 1
  }
}

/// The samples as 16 bits.
func samples(_ sound: [Float]) -> [Int16] { sound.map { Int16($0 * 32_767) } }

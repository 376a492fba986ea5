/// Pseudo-random numbers that are the same for the same seed.
enum SeededRandom {
  /// A number derived from a seed and further numbers (SplitMix64).
  static func value(_ seed: UInt64, _ numbers: Int...) -> UInt64 {
    var state = seed
    for number in numbers { state = mixed(state ^ UInt64(bitPattern: Int64(number))) }
    return state
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9e37_79b9_7f4a_7c15
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

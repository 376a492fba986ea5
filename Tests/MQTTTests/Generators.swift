/// A generator that always draws the highest value.
struct Highest: RandomNumberGenerator {
  mutating func next() -> UInt64 { .max }
}

/// A generator that always draws the lowest value (zero itself is drawn again and again for fairness).
struct Lowest: RandomNumberGenerator {
  mutating func next() -> UInt64 { 1 }
}

/// A generator that draws the same values in each run.
struct Fixed: RandomNumberGenerator {
  var state: UInt64 = 1

  mutating func next() -> UInt64 {
    // SplitMix64
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

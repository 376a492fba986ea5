/// A gain that moves evenly to each new one, frame by frame.
struct GainRamp {
  /// How long it takes: 50 ms.
  static let frames = Sample.rate / 20

  private var start: Gain
  private var aim: Gain
  private var step = Self.frames

  /// Whether samples pass as they are.
  var isFull: Bool { step == Self.frames && aim == .full }

  private var current: Gain {
    let way = aim.millionths - start.millionths
    return Gain(millionths: start.millionths + way * step / Self.frames)
  }

  /// Begins at a gain and stays there.
  init(at gain: Gain) { (start, aim) = (gain, gain) }

  /// Sets out for another gain from where it is.
  mutating func move(to gain: Gain) {
    guard gain != aim else { return }
    (start, aim, step) = (current, gain, 0)
  }

  /// The gain of the next frame; after ``frames`` of them it has arrived.
  mutating func next() -> Gain {
    step = min(step + 1, Self.frames)
    return current
  }
}

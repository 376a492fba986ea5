/// The samples of one announcement as the device gets them: with gain, and only up to the cut.
///
/// Frames count from the first of its lead-in. What was handed out once stays as it was, so that it
/// can be handed out again after an underrun.
struct Announcement {
  /// How long it takes to fall silent in the middle of a clip: 20 ms.
  static let fade = Sample.rate / 50
  /// How far off the end of a clip may be for ``Controls/Cut/soon``: 1 s.
  static let soon = Sample.rate

  /// How many frames of silence come first.
  let leadIn: Int
  /// The frame after the last that is played.
  private(set) var end: Int
  private var samples: [Int16]
  private let borders: [Int]
  /// The frames with which a clip begins that follows another.
  private let starts: [Int]
  private var glide: GainRamp
  private var finished = 0
  private var cut: Controls.Cut?
  private var isFading = false

  /// Whether all samples are played.
  var isWhole: Bool { end == samples.count }
  /// Whether a cut has left nothing but lead-in.
  var isNothing: Bool { end <= leadIn }

  /// Puts the silence before a sound.
  init(_ sound: Sound, leadIn: Int, gain: Gain) {
    self.leadIn = leadIn
    samples = repeatElement(0, count: leadIn) + sound.samples
    end = samples.count
    let inner = sound.borders.filter { (1..<sound.samples.count).contains($0) }
    borders = inner.map { $0 + leadIn } + [end]
    let samples = sound.samples
    starts = inner.map { border in
      leadIn + (samples[border...].firstIndex { $0 != 0 } ?? samples.count)
    }
    glide = GainRamp(at: gain)
  }

  /// Whether a clip that follows another begins with `frame`.
  func isStart(_ frame: Int) -> Bool { frame < end && starts.contains(frame) }

  /// Whether `wish` has a stronger cut than was followed before.
  func isNews(_ wish: Controls.Wish) -> Bool {
    guard let wished = wish.cut else { return false }
    return cut.map { wished > $0 } ?? true
  }

  /// Changes gain and end as wished, for the frames that are not written yet.
  ///
  /// - Parameters:
  ///   - wish: The controls at this moment.
  ///   - written: How many frames the device was given.
  ///   - heard: How many of them have left it.
  mutating func follow(_ wish: Controls.Wish, written: Int, heard: Int) {
    if finished <= leadIn { glide = GainRamp(at: wish.gain) } else { glide.move(to: wish.gain) }
    guard isNews(wish), let cut = wish.cut else { return }
    self.cut = cut
    guard written < end, !isFading else { return }
    let border = borders.first { $0 >= written } ?? end
    let isNear = border - written <= Self.fade
    if let last = lastBorder(written) {
      end = last
    } else if isNear || cut == .atBorder || cut == .soon && border - heard <= Self.soon {
      end = border
    } else {
      fadeOut(from: written)
    }
  }

  /// The next samples to write, at most so many, and none of the next clip.
  mutating func next(_ written: Int, atMost count: Int) -> ArraySlice<Int16> {
    let start = starts.first { $0 > written } ?? end
    let last = min(written + count, start, end)
    finish(upTo: last)
    return samples[written..<last]
  }

  /// The end of the last clip, or the beginning, if nothing but silence was written since.
  private func lastBorder(_ written: Int) -> Int? {
    let last = borders.last { $0 <= written } ?? 0
    return samples[last..<written].allSatisfy { $0 == 0 } ? last : nil
  }

  private mutating func fadeOut(from written: Int) {
    (end, isFading) = (written + Self.fade, true)
    finish(upTo: end)
    for index in 0..<Self.fade {
      let gain = Gain(millionths: (Self.fade - 1 - index) * 1_000_000 / Self.fade)
      samples[written + index] = gain.applied(to: samples[written + index])
    }
  }

  /// Gives the samples their gain, once.
  private mutating func finish(upTo last: Int) {
    guard last > finished else { return }
    if !glide.isFull {
      for index in finished..<last { samples[index] = glide.next().applied(to: samples[index]) }
    }
    finished = last
  }
}

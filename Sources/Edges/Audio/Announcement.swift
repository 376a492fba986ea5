/// The samples of one announcement for the device, with gain applied and shortened by cuts.
///
/// Frames count from the start of the lead-in. Processed samples do not change, so that they can be
/// written again after an underrun.
struct Announcement {
  /// The length of the fade when a clip is cut, in frames: 20 ms.
  static let fade = Sample.rate / 50
  /// The longest wait for the end of a clip with ``Controls/Cut/soon``, in frames: 1 s.
  static let soon = Sample.rate

  /// The frames of silence at the start.
  let leadIn: Int
  /// The frame after the last one to play.
  private(set) var end: Int
  private var samples: [Int16]
  private let clipEnds: [Int]
  /// The first frames of clips that follow another clip.
  private let starts: [Int]
  private var ramp: GainRamp
  private var processed = 0
  private var cut: Controls.Cut?
  private var isFading = false

  /// Whether nothing is cut.
  var isWhole: Bool { end == samples.count }
  /// Whether a cut has left nothing but the lead-in.
  var isEmpty: Bool { end <= leadIn }

  /// Prepends silence to a sound.
  init(_ sound: Sound, leadIn: Int, gain: Gain) {
    self.leadIn = leadIn
    samples = repeatElement(0, count: leadIn) + sound.samples
    end = samples.count
    let inner = sound.clipEnds.filter { (1..<sound.samples.count).contains($0) }
    clipEnds = inner.map { $0 + leadIn } + [end]
    let samples = sound.samples
    starts = inner.map { clipEnd in
      leadIn + (samples[clipEnd...].firstIndex { $0 != 0 } ?? samples.count)
    }
    ramp = GainRamp(at: gain)
  }

  /// Whether `frame` is the first of a clip that follows another clip.
  func isStart(_ frame: Int) -> Bool { frame < end && starts.contains(frame) }

  /// Whether `controls` have a stronger cut than was applied before.
  func hasStrongerCut(_ controls: Controls.Snapshot) -> Bool {
    guard let newCut = controls.cut else { return false }
    return cut.map { newCut > $0 } ?? true
  }

  /// Applies gain and cut to the frames that are not written yet.
  ///
  /// - Parameters:
  ///   - controls: The current controls.
  ///   - written: The number of frames written to the device.
  ///   - played: The number of them that have left it.
  mutating func apply(_ controls: Controls.Snapshot, written: Int, played: Int) {
    if processed <= leadIn {
      ramp = GainRamp(at: controls.gain)
    } else {
      ramp.move(to: controls.gain)
    }
    guard hasStrongerCut(controls), let cut = controls.cut else { return }
    self.cut = cut
    guard written < end, !isFading else { return }
    let clipEnd = clipEnds.first { $0 >= written } ?? end
    let isNear = clipEnd - written <= Self.fade
    if let last = lastClipEnd(before: written) {
      end = last
    } else if isNear || cut == .atClipEnd || cut == .soon && clipEnd - played <= Self.soon {
      end = clipEnd
    } else {
      fadeOut(from: written)
    }
  }

  /// The next samples to write, at most `count` and none of the next clip.
  mutating func next(_ written: Int, atMost count: Int) -> ArraySlice<Int16> {
    let start = starts.first { $0 > written } ?? end
    let last = min(written + count, start, end)
    process(upTo: last)
    return samples[written..<last]
  }

  /// The end of the last clip, or the start, if only silence was written since.
  private func lastClipEnd(before written: Int) -> Int? {
    let last = clipEnds.last { $0 <= written } ?? 0
    return samples[last..<written].allSatisfy { $0 == 0 } ? last : nil
  }

  private mutating func fadeOut(from written: Int) {
    (end, isFading) = (written + Self.fade, true)
    process(upTo: end)
    for index in 0..<Self.fade {
      let gain = Gain(millionths: (Self.fade - 1 - index) * 1_000_000 / Self.fade)
      samples[written + index] = gain.applied(to: samples[written + index])
    }
  }

  /// Applies the gain to the samples once.
  private mutating func process(upTo last: Int) {
    guard last > processed else { return }
    if !ramp.isFull {
      for index in processed..<last { samples[index] = ramp.next().applied(to: samples[index]) }
    }
    processed = last
  }
}

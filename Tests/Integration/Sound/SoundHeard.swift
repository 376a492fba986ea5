import Testing
import TestKit

/// A recording that is listened to from its beginning, part by part.
///
/// Between the parts there is silence, or the next part is not found.
struct Heard {
  /// All samples.
  let samples: [Int16]
  /// How many of them have been listened to.
  private(set) var end = 0

  init(_ samples: [Int16]) { self.samples = samples }

  /// Expects nothing but silence after what was listened to.
  func expectNothingMore(sourceLocation: SourceLocation = #_sourceLocation) {
    let next = samples[end...].firstIndex { $0 != 0 }
    #expect(next == nil, "nothing more is heard", sourceLocation: sourceLocation)
  }

  /// Listens to the whole of `sound`, sample by sample.
  ///
  /// - Returns: Its first sample; `nil` if something else comes next.
  mutating func whole(_ sound: [Int16]) -> Int? {
    guard let start = start(of: sound), samples[start...].starts(with: sound) else { return nil }
    end = start + sound.count
    return start
  }

  /// Listens to the beginning of `sound`, up to one of its clips' ends, after which silence comes.
  ///
  /// - Parameters:
  ///   - sound: The sound.
  ///   - clips: Its clips, in order.
  /// - Returns: How many clips were heard, and where the last of them ended; `nil` if it was cut inside
  ///   a clip.
  mutating func clips(of sound: [Int16], _ clips: [[Int16]]) -> (count: Int, end: Int)? {
    guard let start = start(of: sound) else { return nil }
    var heard: (count: Int, end: Int)?
    var border = 0
    for (index, clip) in clips.enumerated() {
      guard let place = find(clip, in: sound, from: border) else { return nil }
      border = place + clip.count
      guard samples[start...].starts(with: sound[..<border]) else { break }
      heard = (index + 1, start + border)
    }
    end = heard?.end ?? end
    return heard
  }

  /// Listens to the beginning of `sound`, which ends with a ramp.
  ///
  /// - Parameters:
  ///   - sound: The sound.
  ///   - frames: The length of the ramp.
  /// - Returns: Where the ramp ended; `nil` if it was no ramp, or if nothing was left out.
  mutating func faded(_ sound: [Int16], over frames: Int) -> Int? {
    guard let start = start(of: sound) else { return nil }
    let same = zip(samples[start...], sound).prefix { $0 == $1 }.count
    let last = min(same + frames, sound.count, samples.count - start)
    guard same < sound.count,
      Recording.isSmooth(samples[start..<start + last], against: sound[..<last], ramp: frames)
    else { return nil }
    end = start + last
    return end
  }

  /// Where `sound` begins if it comes next.
  private func start(of sound: [Int16]) -> Int? {
    guard let first = samples[end...].firstIndex(where: { $0 != 0 }),
      let lead = sound.firstIndex(where: { $0 != 0 }), first - lead >= end
    else { return nil }
    return first - lead
  }
}

extension Recording {
  /// Whether no two neighbours of `heard` are further apart than a gain that goes evenly over `ramp`
  /// samples from anywhere to anywhere allows.
  static func isSmooth(
    _ heard: ArraySlice<Int16>, against sound: ArraySlice<Int16>, ramp: Int
  ) -> Bool {
    let (heard, sound) = (heard.map(Int.init), sound.map(Int.init))
    return (1..<max(1, heard.count)).allSatisfy { index in
      let step = abs(heard[index] - heard[index - 1])
      // One more for each of the two roundings.
      return step <= abs(sound[index] - sound[index - 1]) + abs(sound[index]) / ramp + 2
    }
  }
}

/// The silence behind an announcement, without which devices swallow the last of it.
struct TrailingSilence {
  /// For devices whose counting is a little ahead of their sound.
  private static let usualProof = Sample.rate * 3 / 100
  /// The last of it need not leave: a device that runs dry just then is not waited for.
  private static let spare = Sample.rate / 50

  /// How many frames follow at least.
  private let frames: Int
  /// So many of them have to leave before we believe that the announcement has: 30 ms of 50.
  let proof: Int

  init(_ duration: Duration) {
    frames = Sample.frames(in: duration)
    proof = min(frames, max(Self.usualProof, frames - Self.spare))
  }

  /// The end of the silence behind an announcement that ends at `end`, where a period ends too.
  func limit(_ end: Int, period: Int) -> Int { (end + frames + period - 1) / period * period }
}

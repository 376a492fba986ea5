import Audio
import Interop
import TestKit

/// Joining the clips of one announcement, against sox doing the same with the same files.
enum JoinBench {
  static let names = ["order.new", "k1", "n0", "h1", "n88", "wan", "yi", "n5", "dian", "yuan"]
  static let count = 1000

  static func run() async throws -> [Row] {
    let paths = names.map { "\(BoxUnderTest.repository)/Sounds/zh-CN/clips/\($0).flac" }
    var segments: [Segment] = []
    for path in paths { segments.append(.clip(try SoundFile.read(path: path))) }
    var frames = 0
    let start = ContinuousClock.now
    for _ in 0..<count { frames += try Mixdown.join(segments).samples.count }
    let own = (ContinuousClock.now - start) / count
    guard let peer = try await sox(paths) else {
      return [
        Row(
          what: "joining \(names.count) clips", figure: own.microseconds, beside: "no sox here",
          promise: "≥ 100 × faster", holds: frames > 0)
      ]
    }
    let ratio = peer / own
    return [
      Row(
        what: "joining \(names.count) clips", figure: own.microseconds,
        beside: "sox \(peer.milliseconds), \(Int(ratio)) × slower", promise: "≥ 100 × faster",
        holds: ratio >= 100)
    ]
  }

  private static func sox(_ paths: [String]) async throws -> Duration? {
    try await withTemporaryFolder { folder in
      var times: [Duration] = []
      for _ in 0..<20 {
        let start = ContinuousClock.now
        guard let child = try? ChildProcess("sox", paths + ["\(folder)/out.wav"]),
          await child.wait() == .exited(0)
        else { return nil }
        times.append(ContinuousClock.now - start)
      }
      return times.percentile(0.5)
    }
  }
}

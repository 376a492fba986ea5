import Audio
import TestKit

/// The end of the clip that is playing → the first sample of a `high` announcement, in a recording.
enum HighBench {
  static let count = 16
  static let usual = "order.new number:128 money:CNY88.50"
  static let urgent = "order.courier"

  /// What a recording tells, in frames.
  private struct Gap {
    /// From the end of the last clip that was heard.
    var afterLastClip: Int
    /// From the end of the clip that was heard at the publishing.
    var afterPublishing: Int
    /// Whether clips were left that were not heard.
    var isCut: Bool
  }

  static func run() async throws -> [Row] {
    try await Scene.with { scene, folder in
      let usual = try await Expected(usual, in: folder)
      let urgent = try await Expected(urgent, in: folder)
      let pauses = usual.moments(count) + usual.lateMoments + [usual.lastMoment, usual.lastMoment]
      var gaps: [Gap] = []
      for (number, pause) in pauses.enumerated() {
        let heard = try await box(scene, number, pause)
        if let gap = gap(usual, urgent, heard.samples, heard.moment) { gaps.append(gap) }
      }
      let speaker = Speaker(device: scene.server.device)
      var floor: [Duration] = []
      for pause in usual.lateMoments {
        let heard = try await alone(scene, speaker, usual, urgent, pause)
        if let gap = gap(usual, urgent, heard.samples, heard.moment), gap.isCut {
          floor.append(Sample.duration(of: gap.afterLastClip))
        }
      }
      try Scene.check(gaps.count, of: pauses.count)
      try Scene.check(floor.count, of: usual.lateMoments.count)
      let times = gaps.filter(\.isCut).map { Sample.duration(of: $0.afterLastClip) }
      let uncut = gaps.filter { !$0.isCut }.map { Sample.duration(of: $0.afterLastClip) }
      let strict = gaps.map { Sample.duration(of: max(0, $0.afterPublishing)) }
      let worst = times.percentile(1)
      return [
        Row(
          what: "end of a clip → first sample of high, max", figure: worst.milliseconds,
          beside:
            "p50 \(times.percentile(0.5).milliseconds); speaker alone \(floor.percentile(0.5).milliseconds)",
          promise: "≤ 150 ms", holds: worst <= .milliseconds(150)),
        Row(
          what: "  from the clip at the publishing, max", figure: strict.percentile(1).milliseconds,
          beside:
            "p50 \(strict.percentile(0.5).milliseconds), \(strict.count { $0 <= .milliseconds(150) }) of \(strict.count) ≤ 150 ms",
          promise: "-", holds: true),
        Row(
          what: "  behind the last clip of all, max",
          figure: uncut.isEmpty ? "-" : uncut.percentile(1).milliseconds,
          beside: "\(uncut.count) of \(gaps.count) ended before they could be cut",
          promise: "≤ 150 ms", holds: uncut.allSatisfy { $0 <= .milliseconds(150) }),
      ]
    }
  }

  private static func box(
    _ scene: Scene, _ number: Int, _ pause: Duration
  ) async throws -> (samples: [Int16], moment: Int) {
    try await scene.record(after: pause) {
      scene.client.publish(
        BoxUnderTest.command(usual, id: "usual-\(number)", more: #""act":0"#),
        to: BoxUnderTest.commands)
    } then: { _ in
      scene.client.publish(
        BoxUnderTest.command(urgent, id: "\(Scene.urgent)\(number)", more: #""priority":"high""#),
        to: BoxUnderTest.commands)
      _ = await scene.urgentHandled.next()
      // What was interrupted is spoken again, which nobody needs.
      scene.client.publish(#"{"scope":"all"}"#, to: BoxUnderTest.request("stop"))
      _ = await scene.handled.next()
    }
  }

  /// The same by the speaker alone: without broker, journal and queue.
  private static func alone(
    _ scene: Scene, _ speaker: Speaker, _ usual: Expected, _ urgent: Expected, _ pause: Duration
  ) async throws -> (samples: [Int16], moment: Int) {
    let controls = Controls()
    return try await scene.record(after: pause) {
      Task { try await speaker.play(usual.sound, promptly: false, under: controls) }
    } then: { ending in
      controls.cut(.atClipEnd)
      _ = try await ending.value
      _ = try await speaker.play(urgent.sound, promptly: true, under: Controls())
    }
  }

  /// Reads a recording; `nil` if it was spoilt, or cut inside a clip.
  private static func gap(
    _ usual: Expected, _ urgent: Expected, _ samples: [Int16], _ moment: Int
  ) -> Gap? {
    guard let start = usual.start(in: samples) else { return nil }
    let heard = usual.heard(in: samples, from: start)
    guard let high = find(urgent.samples, in: samples, from: start),
      let last = usual.clips.last(where: { $0.upperBound <= min(heard, high - start) }),
      isSilent(Array(samples[start..<high]), outside: 0..<last.upperBound)
    else { return nil }
    return Gap(
      afterLastClip: high - start - last.upperBound,
      afterPublishing: high - start - usual.end(ofClipAt: moment - start),
      isCut: last.upperBound < usual.clips.last?.upperBound ?? 0)
  }
}

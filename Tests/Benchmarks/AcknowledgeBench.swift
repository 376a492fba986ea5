import Audio
import TestKit

/// An acknowledgement published → the last sound of the alert, in a recording.
///
/// The clip that is playing may end if that takes a second at most. So the alert is silenced in time
/// if the last clip that is heard has begun 100 ms after the publishing at the latest.
enum AcknowledgeBench {
  static let count = 16
  static let clipEnd = Sample.rate

  /// What a recording tells, in frames.
  private struct Silenced {
    /// From the publishing to the last sound.
    var whole: Int
    /// From the publishing to the moment when only the clip that was playing was left.
    var reaction: Int
    /// From the publishing to the last sound, without what was left of the clip that was playing then.
    var strict: Int
  }

  static func run() async throws -> [Row] {
    try await Scene.with { scene, folder in
      let alert = try await Expected("ring", HighBench.usual, in: folder)
      let pauses = alert.moments(count) + alert.lateMoments
      var silenced: [Silenced] = []
      for (number, pause) in pauses.enumerated() {
        let heard = try await box(scene, number, pause)
        if let one = measure(alert, heard.samples, heard.moment) { silenced.append(one) }
      }
      let speaker = Speaker(device: scene.server.device)
      var floor: [Duration] = []
      for pause in alert.lateMoments {
        let heard = try await alone(scene, speaker, alert, pause)
        if let one = measure(alert, heard.samples, heard.moment) {
          floor.append(Sample.duration(of: one.reaction))
        }
      }
      try Scene.check(silenced.count, of: pauses.count)
      try Scene.check(floor.count, of: alert.lateMoments.count)
      let hop = try await LatencyBench.bareHop(scene.box.port).percentile(0.5)
      let reactions = silenced.map { Sample.duration(of: $0.reaction) }
      let strict = silenced.map { Sample.duration(of: $0.strict) }
      let whole = silenced.map { Sample.duration(of: $0.whole) }
      return [
        Row(
          what: "acknowledged → no more than the clip, max",
          figure: reactions.percentile(1).milliseconds,
          beside:
            "speaker alone \(floor.percentile(1).milliseconds), a bare hop \(hop.milliseconds)",
          promise: "≤ 100 ms", holds: reactions.percentile(1) <= .milliseconds(100)),
        Row(
          what: "  acknowledged → the last sound, max", figure: whole.percentile(1).milliseconds,
          beside: "p50 \(whole.percentile(0.5).milliseconds)", promise: "≤ 1100 ms",
          holds: whole.percentile(1) <= .milliseconds(1100)),
        Row(
          what: "  without the rest of the clip then, max",
          figure: strict.percentile(1).milliseconds,
          beside:
            "p50 \(strict.percentile(0.5).milliseconds), \(strict.count { $0 <= .milliseconds(100) }) of \(strict.count) ≤ 100 ms",
          promise: "-", holds: true),
      ]
    }
  }

  private static func box(
    _ scene: Scene, _ number: Int, _ pause: Duration
  ) async throws -> (samples: [Int16], moment: Int) {
    try await scene.record(after: pause) {
      scene.client.publish(
        BoxUnderTest.command(HighBench.usual, id: "alert-\(number)", more: #""act":4"#),
        to: BoxUnderTest.commands)
    } then: { _ in
      scene.client.publish(
        #"{"order":"alert-\#(number)"}"#, to: BoxUnderTest.request("acknowledge"))
      _ = await scene.handled.next()
    }
  }

  /// The same by the speaker alone: without broker, journal and queue.
  private static func alone(
    _ scene: Scene, _ speaker: Speaker, _ alert: Expected, _ pause: Duration
  ) async throws -> (samples: [Int16], moment: Int) {
    let controls = Controls()
    return try await scene.record(after: pause) {
      Task { try await speaker.play(alert.sound, promptly: false, under: controls) }
    } then: { ending in
      controls.cut(.soon)
      _ = try await ending.value
    }
  }

  /// Reads a recording; `nil` if it was spoilt, so that the alert doesn't sound as it should.
  private static func measure(
    _ alert: Expected, _ samples: [Int16], _ moment: Int
  ) -> Silenced? {
    guard let start = alert.start(in: samples) else { return nil }
    let published = moment - start
    let end = (samples.lastIndex { $0 != 0 } ?? start) + 1 - start
    guard alert.heard(in: samples, from: start) >= min(published, end),
      let last = alert.clips.last(where: { $0.lowerBound < end })
    else { return nil }
    let whole = max(0, end - published)
    let rest = alert.end(ofClipAt: published) - published
    return Silenced(
      whole: whole,
      reaction: max(0, min(whole, last.lowerBound - published), whole - clipEnd),
      strict: max(0, whole - min(rest, clipEnd)))
  }
}

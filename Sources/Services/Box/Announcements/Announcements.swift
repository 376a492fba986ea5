public import Interop
public import Service
import Wire

/// Announces the commands of the journal, one at a time, as the queue decides.
public struct Announcements: Service {
  public let name = "announcements"

  private let context: BoxContext
  private let processor: AnnouncementProcessor
  private let player: any AnnouncementPlayer
  private let light: any Light

  /// Makes the service.
  ///
  /// - Parameters:
  ///   - context: What the box's parts share.
  ///   - policy: The shop's settings.
  ///   - scriptBuilder: Turns commands into scripts.
  ///   - player: Plays the announcements.
  ///   - light: What is on while a round of an alert sounds.
  ///   - backoff: How long to wait before a missing device is checked again.
  public init(
    _ context: BoxContext, policy: QueuePolicy, scriptBuilder: ScriptBuilder,
    player: any AnnouncementPlayer, light: any Light = NoLight(),
    backoff: Backoff = Backoff(base: .milliseconds(500), limit: .seconds(5))
  ) {
    self.context = context
    self.player = player
    self.light = light
    processor = AnnouncementProcessor(
      context, policy: policy, scriptBuilder: scriptBuilder, backoff: backoff)
  }

  public func run() async throws {
    let (events, clock) = (context.eventQueue, context.clock)
    var processor = processor
    try await withThrowingDiscardingTaskGroup { group in
      var jobs = try processor.open()
      while true {
        for job in jobs { group.addTask { await perform(job) } }
        let nextDue = processor.queue.nextDue
        await events.wait(atMost: nextDue.map { max(.zero, $0 - clock.uptime()) })
        if Task.isCancelled { break }
        jobs = try processor.handle(events.take())
      }
    }
    try processor.close(with: events.take())
  }

  /// Does a job and reports its result to the queue.
  private func perform(_ job: AnnouncementProcessor.Job) async {
    switch job {
    case .prepare(let pause):
      if pause > .zero { try? await Task.sleep(for: pause) }
      guard !Task.isCancelled else { return }
      do {
        try await player.prepare()
        report(.deviceReady)
      } catch {
        report(.deviceMissing(reason: "\(error)"))
      }
    case .play(let announcement, let rings, let cutSignal):
      context.observe(.started)
      if rings { light.set(true) }
      defer { if rings { light.set(false) } }
      do {
        switch try await player.play(announcement, until: cutSignal) {
        case .complete(let omitted):
          context.observe(.drained)
          report(.played(omitted: omitted))
        case .cut: report(.cut)
        case .unspeakable(let reason): report(.unspeakable(reason: reason))
        }
      } catch is CancellationError {
        // The box is shutting down: the processor releases the command when it closes.
      } catch {
        context.log(.error, "announcement cut by the sound device", ["error": "\(error)"])
        report(.failed)
      }
    }
  }

  private func report(_ event: QueueEvent) { context.eventQueue.post(.queue(event)) }
}

public import Interop
public import Service
import Wire

/// Speaks what waits in the journal, one command at a time, as the queue decides.
public struct Announcements: Service {
  public let name = "announcements"

  private let processor: AnnouncementProcessor
  private let speaker: any Announcing
  private let light: any Light
  private let eventQueue: EventQueue
  private let clock: BoxClock
  private let log: Log
  private let observe: StepObserver

  /// Makes the service.
  ///
  /// - Parameters:
  ///   - journal: Where the commands are.
  ///   - policy: The shop's settings.
  ///   - scriptBuilder: What says the commands.
  ///   - speaker: What speaks.
  ///   - light: What is on while a round of an alert sounds.
  ///   - clock: What time it is.
  ///   - eventQueue: Where others tell the queue what has happened.
  ///   - status: Told how the queue stands.
  ///   - selfTests: Told what became of a self-test.
  ///   - acknowledge: Called with the order that the box's own button has acknowledged.
  ///   - outboxChanged: Called when there are new receipts.
  ///   - backoff: How long to wait for a missing device.
  ///   - log: Where it says what was spoken.
  ///   - observe: Told of the steps `started`, `drained` and `outcome-committed`.
  public init(
    journal: Journal, policy: QueuePolicy, scriptBuilder: ScriptBuilder,
    speaker: any Announcing, light: any Light = NoLight(), clock: BoxClock, eventQueue: EventQueue,
    status: Status, selfTests: SelfTests, acknowledge: @escaping @Sendable (String) -> Void,
    outboxChanged: @escaping @Sendable () -> Void,
    backoff: Backoff = Backoff(base: .milliseconds(500), limit: .seconds(5)), log: Log,
    observe: @escaping StepObserver = { _ in }
  ) {
    processor = AnnouncementProcessor(
      queue: AnnouncementQueue(policy: policy, canSay: scriptBuilder.canSay), journal: journal,
      scriptBuilder: scriptBuilder, clock: clock, status: status, selfTests: selfTests,
      acknowledge: acknowledge, outboxChanged: outboxChanged, backoff: backoff, log: log,
      observe: observe)
    self.speaker = speaker
    self.light = light
    self.eventQueue = eventQueue
    self.clock = clock
    self.log = log
    self.observe = observe
  }

  public func run() async throws {
    var processor = processor
    try await withThrowingDiscardingTaskGroup { group in
      var jobs = try processor.open()
      while true {
        for job in jobs { group.addTask { await perform(job) } }
        await eventQueue.wait(atMost: processor.nextDue.map { max(.zero, $0 - clock.uptime()) })
        if Task.isCancelled { break }
        jobs = try processor.deal(with: eventQueue.take())
      }
    }
    try processor.close(with: eventQueue.take())
  }

  /// Speaks, or looks for the device, and tells the queue how it went.
  private func perform(_ job: AnnouncementProcessor.Job) async {
    switch job {
    case .prepare(let pause):
      if pause > .zero { try? await Task.sleep(for: pause) }
      guard !Task.isCancelled else { return }
      do {
        try await speaker.prepare()
        eventQueue.post([.deviceReady])
      } catch {
        eventQueue.post([.deviceMissing(reason: "\(error)")])
      }
    case .speak(let announcement, let rings, let interruption):
      observe(.started)
      if rings { light.set(true) }
      defer { if rings { light.set(false) } }
      do {
        switch try await speaker.announce(announcement, until: interruption) {
        case .whole(let leftOut):
          observe(.drained)
          eventQueue.post([.spoken(leftOut: leftOut)])
        case .cut: eventQueue.post([.cut])
        case .unspeakable(let reason): eventQueue.post([.unspeakable(reason: reason)])
        }
      } catch is CancellationError {
        // The box ends: what was begun is released when it closes.
      } catch {
        log(.error, "announcement cut by the sound device", ["error": "\(error)"])
        eventQueue.post([.failed])
      }
    }
  }
}

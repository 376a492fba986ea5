public import Interop
public import Service
import Wire

/// Speaks what waits in the journal, one command at a time, as the queue decides.
public struct Announcements: Service {
  public let name = "announcements"

  private let desk: AnnouncementDesk
  private let speaker: any Announcing
  private let light: any Light
  private let mailbox: Mailbox
  private let clock: BoxClock
  private let log: Log
  private let observe: StepObserver

  /// Makes the service.
  ///
  /// - Parameters:
  ///   - journal: Where the commands are.
  ///   - policy: The shop's settings.
  ///   - phrasebook: What says the commands.
  ///   - speaker: What speaks.
  ///   - light: What is on while a round of an alert sounds.
  ///   - clock: What time it is.
  ///   - mailbox: Where others tell the queue what has happened.
  ///   - status: Told how the queue stands.
  ///   - selfTests: Told what became of a self-test.
  ///   - acknowledge: Called with the order that the box's own button has acknowledged.
  ///   - outboxChanged: Called when there are new receipts.
  ///   - backoff: How long to wait for a missing device.
  ///   - log: Where it says what was spoken.
  ///   - observe: Told of the steps `started`, `drained` and `outcome-committed`.
  public init(
    journal: Journal, policy: QueuePolicy, phrasebook: Phrasebook,
    speaker: any Announcing, light: any Light = NoLight(), clock: BoxClock, mailbox: Mailbox,
    status: Status, selfTests: SelfTests, acknowledge: @escaping @Sendable (String) -> Void,
    outboxChanged: @escaping @Sendable () -> Void,
    backoff: Backoff = Backoff(base: .milliseconds(500), limit: .seconds(5)), log: Log,
    observe: @escaping StepObserver = { _ in }
  ) {
    desk = AnnouncementDesk(
      queue: AnnouncementQueue(policy: policy, canSay: phrasebook.canSay), journal: journal,
      phrasebook: phrasebook, clock: clock, status: status, selfTests: selfTests,
      acknowledge: acknowledge, outboxChanged: outboxChanged, backoff: backoff, log: log,
      observe: observe)
    self.speaker = speaker
    self.light = light
    self.mailbox = mailbox
    self.clock = clock
    self.log = log
    self.observe = observe
  }

  public func run() async throws {
    var desk = desk
    try await withThrowingDiscardingTaskGroup { group in
      var jobs = try desk.open()
      while true {
        for job in jobs { group.addTask { await perform(job) } }
        await mailbox.wait(atMost: desk.nextDue.map { max(.zero, $0 - clock.uptime()) })
        if Task.isCancelled { break }
        jobs = try desk.deal(with: mailbox.take())
      }
    }
    try desk.close(with: mailbox.take())
  }

  /// Speaks, or looks for the device, and tells the queue how it went.
  private func perform(_ job: AnnouncementDesk.Job) async {
    switch job {
    case .prepare(let pause):
      if pause > .zero { try? await Task.sleep(for: pause) }
      guard !Task.isCancelled else { return }
      do {
        try await speaker.prepare()
        mailbox.post([.deviceReady])
      } catch {
        mailbox.post([.deviceMissing(reason: "\(error)")])
      }
    case .speak(let announcement, let rings, let interruption):
      observe(.started)
      if rings { light.set(true) }
      defer { if rings { light.set(false) } }
      do {
        switch try await speaker.announce(announcement, until: interruption) {
        case .whole(let leftOut):
          observe(.drained)
          mailbox.post([.spoken(leftOut: leftOut)])
        case .cut: mailbox.post([.cut])
        case .unspeakable(let reason): mailbox.post([.unspeakable(reason: reason)])
        }
      } catch is CancellationError {
        // The box ends: what was begun is released when it closes.
      } catch {
        log(.error, "announcement cut by the sound device", ["error": "\(error)"])
        mailbox.post([.failed])
      }
    }
  }
}

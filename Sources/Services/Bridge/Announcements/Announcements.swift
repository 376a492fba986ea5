public import Interop
public import Service
public import Voice
import Wire

/// Speaks what waits in the journal, one command after the other, in the order of arrival.
public struct Announcements: Service {
  public let name = "announcements"

  /// How often a command may be cut by the end of the box before it is given up.
  ///
  /// The protocol allows one replay: a repeated order is better than a missed one, but one that ends
  /// the box each time must not silence all others.
  static let crashesAllowed = 1
  /// How often a command may be cut by the device before it is given up.
  static let failuresAllowed = 2

  private let journal: Journal
  private let pack: Pack
  private let speaker: any Announcing
  private let clock: WallClock
  private let doorbell: Doorbell
  private let outboxChanged: @Sendable () -> Void
  private let backoff: Backoff
  private let log: Log
  private let observe: StepObserver

  /// Makes the service.
  ///
  /// - Parameters:
  ///   - journal: The queue.
  ///   - pack: The voice.
  ///   - speaker: What speaks.
  ///   - clock: What time it is.
  ///   - doorbell: Rung when something new waits.
  ///   - outboxChanged: Called when there are new receipts.
  ///   - backoff: How long to wait for a missing device.
  ///   - log: Where it says what was spoken.
  ///   - observe: Told of the steps `started`, `drained` and `outcome-committed`.
  public init(
    journal: Journal, pack: Pack, speaker: any Announcing, clock: WallClock, doorbell: Doorbell,
    outboxChanged: @escaping @Sendable () -> Void,
    backoff: Backoff = Backoff(base: .milliseconds(500), limit: .seconds(5)), log: Log,
    observe: @escaping StepObserver = { _ in }
  ) {
    self.journal = journal
    self.pack = pack
    self.speaker = speaker
    self.clock = clock
    self.doorbell = doorbell
    self.outboxChanged = outboxChanged
    self.backoff = backoff
    self.log = log
    self.observe = observe
  }

  public func run() async throws {
    var finished: Finished?
    var wasReady = true
    var backoff = backoff
    while true {
      // A device that has just spoken needs no look; and nothing may delay the receipt.
      let error = finished == nil ? await fault() : nil
      if let error, wasReady {
        log(.warning, "sound device not ready, orders wait", ["error": "\(error)"])
      }
      wasReady = error == nil
      let isReady = wasReady && !Task.isCancelled
      let turn = try journal.turn(finishing: finished) { plan(for: $0, at: $1, isReady: isReady) }
      if let finished { tell(of: finished) }
      turn.settled.forEach(tell)
      outboxChanged()
      finished = nil
      try Task.checkCancellation()
      if let (command, script) = turn.next {
        observe(.started)
        finished = try await speak(script, for: command)
        // Whoever rings meanwhile does not mend the device.
        if finished == nil { try await Task.sleep(for: backoff.next()) } else { backoff.reset() }
      } else if isReady {
        await doorbell.wait()
      } else {
        await doorbell.wait(atMost: backoff.next())
      }
    }
  }

  /// Why nothing can be spoken now.
  private func fault() async -> (any Error)? {
    do {
      try await speaker.prepare()
      return nil
    } catch {
      return error
    }
  }

  private func plan(for command: StoredCommand, at moment: Timestamp, isReady: Bool) -> Plan {
    if command.crashes > Self.crashesAllowed {
      return .settle(
        .failed(.crashes), reason: "the box ended \(command.crashes) times while speaking it")
    }
    if command.failures > Self.failuresAllowed {
      return .settle(
        .failed(.audio), reason: "the sound device failed \(command.failures) times while speaking")
    }
    if let expiresAt = command.expiresAt, expiresAt <= moment {
      return .settle(.expired, reason: "expired at \(expiresAt)")
    }
    do {
      let script = try pack.script(for: try SoundCommand(command.soundCommand))
      guard !script.clips.isEmpty else {
        return .settle(.failed(.clipMissing), reason: "no clip of the pack says any of it")
      }
      return isReady ? .speak(script) : .hold
    } catch {
      return .settle(.failed(.clipMissing), reason: "\(error)")
    }
  }

  /// Speaks, and says what became of it; `nil` if it was cut and waits again.
  private func speak(_ script: Script, for command: StoredCommand) async throws -> Finished? {
    do {
      try await speaker.announce(script, volume: command.volume)
    } catch is CancellationError {
      try journal.release(command, failed: false)
      throw CancellationError()
    } catch {
      log(.error, "announcement cut by the sound device", ["id": command.id, "error": "\(error)"])
      try journal.release(command, failed: true)
      return nil
    }
    observe(.drained)
    var finished = Finished(command, .played)
    finished.spoken = script.spoken
    finished.finishedAt = clock.now()
    if !script.leftOut.isEmpty {
      finished.reason = "left out, no synthesizer: \(script.leftOut.joined(separator: ", "))"
    }
    return finished
  }

  private func tell(of finished: Finished) {
    observe(.outcomeCommitted)
    let command = finished.command
    let isFailure = if case .failed = finished.outcome { true } else { false }
    log(
      isFailure ? .warning : .notice, "order handled",
      [
        "id": command.id, "attempt": String(command.attempt), "outcome": finished.outcome.name,
        "reason": finished.reason ?? "",
      ])
  }
}

import Interop

/// What to do with a sound device while nothing is played, applied by ``SoundOutput/idle()``.
///
/// Starting and stopping the flow of samples can cause pops, which only streamed silence avoids. An
/// open device blocks other programs if the card cannot be shared.
public enum IdlePolicy: Sendable, Equatable {
  /// Close it after a time without sound.
  case close(after: Duration)
  /// Keep it open but stopped.
  case keepOpen
  /// Keep it open and play silence: no pops and no lead-in, because it never sleeps.
  case streamSilence

  /// The policy's name in a setting.
  public var name: String {
    switch self {
    case .close: "close"
    case .keepOpen: "keep-open"
    case .streamSilence: "stream-silence"
    }
  }
}

extension Speaker {
  /// The time between checks of a device that needs no silence.
  static let checkInterval = Duration.seconds(5)

  /// Applies the ``IdlePolicy`` while nothing is played, until the task is cancelled.
  ///
  /// Reopens a failed device with backoff. Streaming silence takes 25 turns a second, everything else
  /// one every few seconds.
  public func idle() async {
    var backoff = Backoff(limit: .seconds(30))
    while !Task.isCancelled {
      let pause = runTurn(&backoff)
      guard (try? await clock.sleep(pause)) != nil else { return }
    }
  }

  /// Runs one turn.
  ///
  /// - Returns: The time until the next.
  private func runTurn(_ backoff: inout Backoff) -> Duration {
    if status.isUnavailable || pcm == nil && policy == .streamSilence {
      guard (try? opened()) != nil else { return backoff.next() }
    }
    switch policy {
    case .keepOpen:
      backoff.reset()
      return Self.checkInterval
    case .close(let after):
      backoff.reset()
      let left = lastUse.map { after - (clock.now() - $0) } ?? after
      if left <= .zero { close() }
      return max(left > .zero ? left : after, SilenceStream.interval)
    case .streamSilence:
      guard keepStreaming() else { return backoff.next() }
      // A device that fails again and again right after it was opened is given clock.
      if let stream, clock.now() - stream.since > Watchdog.timeout { backoff.reset() }
      return SilenceStream.interval
    }
  }

  /// Continues the silence; false if the device failed and was closed.
  private func keepStreaming() -> Bool {
    guard let pcm else { return false }
    do throws(Refusal) {
      try streamIfEnabled(on: pcm)
      return true
    } catch {
      failed("play silence on device \(condition.device)", error)
      return false
    }
  }
}

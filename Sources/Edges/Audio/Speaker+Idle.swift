import Interop

extension Speaker {
  /// How often a device that needs no care is looked at.
  static let glance = Duration.seconds(5)

  /// Does what the ``IdlePolicy`` says while nothing is played, until the task is cancelled.
  ///
  /// A device that failed, now or in an announcement, is opened again after a while, and after
  /// longer and longer ones if that fails. Silence takes 25 turns a second, all else one in seconds.
  public func idle() async {
    var backoff = Backoff(limit: .seconds(30))
    while !Task.isCancelled {
      let pause = lookAfter(&backoff)
      guard (try? await time.sleep(pause)) != nil else { return }
    }
  }

  /// Takes one turn.
  ///
  /// - Returns: The time to the next one.
  private func lookAfter(_ backoff: inout Backoff) -> Duration {
    if gauge.isUnavailable || pcm == nil && policy == .streamSilence {
      guard (try? opened()) != nil else { return backoff.next() }
    }
    switch policy {
    case .keepOpen:
      backoff.reset()
      return Self.glance
    case .close(let after):
      backoff.reset()
      let left = lastUse.map { after - (time.now() - $0) } ?? after
      if left <= .zero { close() }
      return max(left > .zero ? left : after, SilenceStream.turn)
    case .streamSilence:
      guard streamed() else { return backoff.next() }
      // A device that fails again and again right after it was opened is given time.
      if let stream, time.now() - stream.since > Watchdog.patience { backoff.reset() }
      return SilenceStream.turn
    }
  }

  /// Lets the silence go on; false if the device failed and was closed.
  private func streamed() -> Bool {
    guard let pcm else { return false }
    do throws(Refusal) {
      try streamIfWished(on: pcm)
      return true
    } catch {
      failed("play silence on device \(condition.device)", error)
      return false
    }
  }
}

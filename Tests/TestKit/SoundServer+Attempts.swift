import Synchronization
import Testing

/// Lends a sound server to a test that compares a recording, and repeats the test if samples were lost.
///
/// On a busy machine a program may not feed the server in time, which then plays a gap and counts an
/// underrun. An issue that is recorded after an underrun becomes a known issue, and `body` runs again
/// with a new server; in the last attempt it fails. An issue without an underrun fails at once.
///
/// - Parameters:
///   - attempts: The most attempts.
///   - body: The test, whose every attempt starts from scratch.
/// - Throws: The error of `body`, unless it is repeated, or why no server could be started.
public func withSoundServer(
  attempts: Int, _ body: (SoundServer) async throws -> Void
) async throws {
  for _ in 1..<attempts {
    let isRepeated = try await withSoundServer { server in
      let loss = Loss()
      try await withKnownIssue("the sound server lost samples", isIntermittent: true) {
        try await body(server)
      } matching: { _ in
        loss.note(server.underruns)
      }
      return loss.isNoted
    }
    if !isRepeated { return }
  }
  try await withSoundServer(body)
}

/// Whether an issue was recorded after an underrun.
private final class Loss: Sendable {
  private let state = Mutex(false)

  var isNoted: Bool { state.withLock { $0 } }

  func note(_ underruns: Int) -> Bool {
    guard underruns > 0 else { return false }
    state.withLock { $0 = true }
    return true
  }
}

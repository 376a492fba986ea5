import Interop
import Synchronization
import TestKit
import Testing

@Suite(.timeLimit(.minutes(1)), .serialized) struct `Comparing a recording` {
  @Test func `is repeated after an underrun`() async throws {
    let attempts = Mutex(0)
    try await withSoundServer(attempts: 3) { server in
      attempts.withLock { $0 += 1 }
      if attempts.withLock({ $0 }) == 1 {
        server.count { 1 }
        Issue.record("a gap")
      }
    }
    #expect(attempts.withLock { $0 } == 2)
  }

  @Test func `fails at once without an underrun`() async throws {
    let attempts = Mutex(0)
    await withKnownIssue {
      try await withSoundServer(attempts: 3) { _ in
        attempts.withLock { $0 += 1 }
        Issue.record("a wrong sound")
      }
    }
    #expect(attempts.withLock { $0 } == 1)
  }

  @Test func `fails in the last attempt, whatever was lost`() async throws {
    let attempts = Mutex(0)
    await withKnownIssue {
      try await withSoundServer(attempts: 3) { server in
        attempts.withLock { $0 += 1 }
        server.count { 1 }
        Issue.record("a gap")
      }
    }
    #expect(attempts.withLock { $0 } == 3)
  }

  @Test func `sees the underrun of a program that stops feeding the server`() async throws {
    try await withSoundServer { server in
      let recorder = try await server.record()
      #expect(server.underruns == 0)
      let player = try ChildProcess(
        "pacat",
        [
          "--server=\(server.device.dropFirst("counter:SERVER=".count))", "--format=s16le",
          "--rate=48000", "--channels=1", "--latency-msec=100", "--raw",
        ], input: .pipe, errors: .null)
      try player.input?.write([UInt8](repeating: 1, count: 48_000))
      await recorder.waitForSound()
      await recorder.wait(for: .seconds(2))
      #expect(server.underruns > 0)
      player.send(9)
      _ = await player.wait()
      _ = await recorder.stop()
    }
  }
}

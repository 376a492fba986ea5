import Glibc
@testable import Service
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Services that are supervised` {
  struct Fault: Error, Equatable {}

  /// A service that reports what it does.
  struct Part: Service {
    let name: String
    let events: AsyncStream<String>.Continuation
    let work: @Sendable () async throws -> Void

    func run() async throws {
      events.yield("\(name) runs")
      defer { events.yield("\(name) ends") }
      try await work()
    }
  }

  /// A signal that no test sends.
  private let quiet = Signals([SIGWINCH])

  /// Runs until it is cancelled.
  private static let forever: @Sendable () async throws -> Void = {
    try await Task.sleep(for: .seconds(3600))
  }

  private func events() -> (AsyncStream<String>, AsyncStream<String>.Continuation) {
    AsyncStream<String>.makeStream()
  }

  @Test func `all end when one fails, and its error is thrown`() async {
    let (events, continuation) = events()
    let parts = [
      Part(name: "good", events: continuation, work: Self.forever),
      Part(name: "bad", events: continuation) { throw Fault() },
    ]
    await #expect(throws: Fault.self) { try await supervise(parts, until: quiet) }
    continuation.finish()
    let seen = await events.reduce(into: Set<String>()) { $0.insert($1) }
    #expect(seen.isSuperset(of: ["bad runs", "bad ends"]))
    #expect(seen.contains("good runs") == seen.contains("good ends"))
  }

  @Test func `must not end by themselves`() async {
    let (_, continuation) = events()
    let parts = [
      Part(name: "good", events: continuation, work: Self.forever),
      Part(name: "lazy", events: continuation) {},
    ]
    let error = await #expect(throws: ServiceEnded.self) {
      try await supervise(parts, until: quiet)
    }
    #expect(error?.name == "lazy")
    #expect(error?.description == "the service lazy ended by itself")
  }

  @Test func `must not end as if they were cancelled, either`() async {
    let (_, continuation) = events()
    let part = Part(name: "lazy", events: continuation) { throw CancellationError() }
    let error = await #expect(throws: ServiceEnded.self) {
      try await supervise([part], until: quiet)
    }
    #expect(error?.name == "lazy")
  }

  @Test func `end gracefully on a signal`() async throws {
    let (events, continuation) = events()
    let parts = ["a", "b"].map { Part(name: $0, events: continuation, work: Self.forever) }
    let signals = Signals([SIGUSR1])
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await supervise(parts, until: signals) }
      var seen = 0
      for await _ in events {
        seen += 1
        if seen == 2 { break }
      }
      #expect(kill(getpid(), SIGUSR1) == 0)
      try await group.waitForAll()
    }
    continuation.finish()
  }

  @Test func `report a failure during shutdown`() async {
    let (events, continuation) = events()
    let part = Part(name: "a", events: continuation) {
      try? await Task.sleep(for: .seconds(3600))
      throw Fault()
    }
    await #expect(throws: Fault.self) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await supervise([part], until: quiet) }
        _ = await events.first { _ in true }
        group.cancelAll()
        try await group.waitForAll()
      }
    }
  }

  @Test func `end gracefully when the supervising task is cancelled`() async throws {
    let (events, continuation) = events()
    let part = Part(name: "a", events: continuation, work: Self.forever)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await supervise([part], until: quiet) }
      _ = await events.first { _ in true }
      group.cancelAll()
      try await group.waitForAll()
    }
  }
}

@Suite struct `A status for the service manager` {
  @Test func `is one line, whatever the text is`() {
    #expect(Readiness.line("online") == "STATUS=online")
    #expect(Readiness.line("a\nMAINPID=1\r\nREADY=1\u{2028}b") == "STATUS=a MAINPID=1 READY=1 b")
    #expect(Readiness.line("\n") == "STATUS=")
  }
}

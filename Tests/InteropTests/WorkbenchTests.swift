import Interop
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A executor` {
  private struct Broken: Error {}

  @Test func `does its work on its own thread, and gives back what comes of it`() async {
    let bench = BlockingExecutor(label: "test")
    let answer = await bench.work { _ in
      bench.preconditionIsolated()
      return 7
    }
    #expect(answer == 7)
    await #expect(throws: Broken.self) { try await bench.work { _ in throw Broken() } }
  }
}

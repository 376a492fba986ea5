import Interop
import Testing

@Suite struct `The process's usage` {
  @Test func `is not zero`() {
    let usage = ProcessUsage.now
    #expect(usage.memory > 1 << 20)
    #expect(usage.descriptors >= 3)
    #expect(usage.processor > .zero)
  }

  @Test func `has a start time that never changes`() {
    let (first, second) = (ProcessUsage.now.start, ProcessUsage.now.start)
    let now = Double(SystemClock.milliseconds) / 1000
    let boot = now - SystemClock.uptime / .seconds(1)
    #expect(first == second)
    // The kernel counts in ticks of a hundredth of a second.
    #expect(boot - 1...now + 1 ~= first)
  }

  @Test func `counts open descriptors, without the one used to count`() throws {
    let pipes = try (0..<200).map { _ in try FileDescriptor.pipe() }
    withExtendedLifetime(pipes) { #expect(ProcessUsage.now.descriptors >= 400) }
  }
}

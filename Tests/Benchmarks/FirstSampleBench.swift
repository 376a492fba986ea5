import Dispatch
import FoundationEssentials
import Glibc
import Interop
import Messaging
import MQTT
import TestKit

/// Order published → first sample handed to the sound device, with a lead-in of nothing.
///
/// The device is ALSA's `file` plugin that writes into a named pipe, which is read here.
enum FirstSampleBench {
  static let count = 100

  static func run() async throws -> [Row] {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let times = try await measure(broker.port, folder)
        let worst = times.percentile(0.99)
        return [
          Row(
            what: "order published → first sample, p99", figure: worst.milliseconds,
            beside: "p50 \(times.percentile(0.5).milliseconds)", promise: "≤ 15 ms",
            holds: worst <= .milliseconds(15))
        ]
      }
    }
  }

  private static func measure(_ port: UInt16, _ folder: String) async throws -> [Duration] {
    let pipe = "\(folder)/samples"
    guard unsafe mkfifo(pipe, 0o600) == 0 else { throw SystemError.last("make a named pipe") }
    let configuration = """
      </usr/share/alsa/alsa.conf>
      pcm.bench { type file; slave.pcm "null"; file "\(pipe)"; format "raw" }
      """
    try configuration.write(toFile: "\(folder)/alsa.conf", atomically: true, encoding: .utf8)
    let reader = FileDescriptor(owning: unsafe open(pipe, O_RDONLY | O_NONBLOCK))
    let receipts = Arrivals { $0.topic.hasSuffix("/handled") }
    return try await Client.with(
      port: port, id: "bench", subscriptions: ["soundbox/v1/s042/bench/receipt/+"],
      receive: receipts.note
    ) { client in
      let box = try BoxUnderTest(
        in: folder,
        .init(
          port: port, audio: "bench",
          environment: ["ALSA_CONFIG_PATH": "\(folder)/alsa.conf"]))
      try await ThroughputBench.waitUntilOnline(port)
      var times: [Duration] = []
      for number in 0..<count {
        async let first = firstBytes(reader)
        let start = ContinuousClock.now
        client.publish(BoxUnderTest.order(number), to: "shop/orders")
        times.append(await first - start)
        _ = await drained(reader, until: receipts)
      }
      await box.stop()
      return times
    }
  }

  /// Waits for samples, and takes the moment.
  private static func firstBytes(_ reader: FileDescriptor) async -> ContinuousClock.Instant {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "samples").async {
        var wish = pollfd(fd: reader.rawValue, events: Int16(POLLIN), revents: 0)
        repeat { unsafe poll(&wish, 1, 1000) } while wish.revents & Int16(POLLIN) == 0
        continuation.resume(returning: .now)
      }
    }
  }

  /// Reads what comes until the announcement has been handled and the pipe is empty.
  private static func drained(
    _ reader: FileDescriptor, until receipts: Arrivals
  ) async -> ContinuousClock.Instant {
    let emptying = Task.detached {
      while !Task.isCancelled {
        let bytes = (try? reader.read()) ?? []
        if bytes.isEmpty { try? await Task.sleep(for: .milliseconds(1)) }
      }
    }
    let moment = await receipts.next()
    emptying.cancel()
    await emptying.value
    while let bytes = try? reader.read(), !bytes.isEmpty {}
    return moment
  }
}

import Fleet
import Messaging
import Service
import TestKit
import Testing
import Wire

@testable import Monitor

@Suite(.timeLimit(.minutes(1))) struct `Receipts that did not come` {
  @Test func `are asked for once a later one shows that they are missing`() async throws {
    try await Self.withRestarted { monitor, box in
      try monitor.take(box.delivered("c", seq: 5))
      let since = try await Self.since(monitor, box)
      #expect(since == "2")
    }
  }

  @Test func `are asked for after a restart`() async throws {
    try await Self.withRestarted([{ $0.delivered("c", seq: 5) }]) { monitor, box in
      let since = try await Self.since(monitor, box)
      #expect(since == "2")
    }
  }

  @Test func `are asked for when the broker has lost the connectionNumber, though none shows it`()
    async throws
  {
    try await Self.withRestarted { monitor, box in
      monitor.monitor.sessionLost()
      let since = try await Self.since(monitor, box)
      #expect(since == "2")
    }
  }

  @Test func `are asked for though other boxes do not answer`() async throws {
    try await withMonitor { monitor in
      let boxes = try (0..<40).map { try SampleBox("s1/b\($0)") }
      try monitor.take(boxes.map { $0.state(.online, connectionNumber: 1) })
      let requestClient = monitor.monitor.requestClient
      let gaps = GapFiller(
        boxes: monitor.fleet, requestClient: requestClient, log: Log { _ in },
        timeout: .seconds(600))
      let work = Task { try await gaps.run() }
      defer { work.cancel() }
      gaps.sessionLost()
      // All that are asked but one keep silent, and that one answers each time.
      var asked = 0
      var answering: SampleBox?
      while asked < GapFiller.mostAsked + 20 {
        for publication in monitor.publications.next(atMost: .max) {
          asked += 1
          let box = try #require(boxes.first { $0.topics.request("receipts") == publication.topic })
          if asked >= GapFiller.mostAsked { answering = box }
          guard asked >= GapFiller.mostAsked, let answering else { continue }
          let transaction = try #require(
            try JSONReader.read(publication.payload).object?["transaction"]?.text)
          try monitor.take(
            (
              "soundbox/v1/\(answering.name)/response/receipts",
              #"{"status":"ok","transaction":"\#(transaction)"}"#
            ))
        }
        try await Task.sleep(for: .milliseconds(2))
      }
    }
  }

  /// Lends a monitor that has been started again, at work on gaps, and an online box that it knows.
  private static func withRestarted(
    _ more: [(SampleBox) -> (topic: String, body: String)] = [],
    _ body: (TestMonitor, SampleBox) async throws -> Void
  ) async throws {
    try await withFleetDatabase(.sqlite) { path in
      let box = try SampleBox()
      do {
        let monitor = try TestMonitor(path)
        let known = [
          box.state(.online, connectionNumber: 1), box.delivered("a", seq: 1),
          box.handled("a", seq: 2),
        ]
        try monitor.take(known + more.map { $0(box) })
      }
      let monitor = try TestMonitor(path)
      let work = Task {
        for service in monitor.monitor.services where service.name == "gaps" {
          try await service.run()
        }
      }
      defer { work.cancel() }
      try await body(monitor, box)
    }
  }

  /// Waits for a request to a box; the number after which it wants receipts.
  private static func since(_ monitor: TestMonitor, _ box: SampleBox) async throws -> String? {
    while true {
      if let publication = monitor.publications.next(atMost: 1).first {
        #expect(publication.topic == box.topics.request("receipts"))
        return try JSONReader.read(publication.payload).object?["since"]?.text
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}

import Interop
import Testing
import TestKit

@Suite(.timeLimit(.minutes(3))) struct `What the shop hears` {
  @Test func `is what should be said, sample by sample`() async throws {
    try await withSoundServer(attempts: 3) { server in
      try await withBroker { broker in
        try await withTemporaryFolder { folder in
          let monitor = try await ReceiptSubscriber(broker)
          var setup = BoxProcess.Setup(port: broker.port, audio: server.device)
          setup.environment = server.environment
          let box = try BoxProcess(in: folder, setup)
          server.count { [underruns = box.program.underruns] in underruns.value }
          try await box.logs("online")
          let recorder = try await server.record()
          let numbers = [1001, 88, 2]
          for number in numbers {
            try await broker.publish(Orders.payload(number), to: "shop/orders/1")
          }
          try await monitor.collect(untilHandled: numbers.map(Orders.id))
          #expect(await box.stop() == .exited(0))
          let heard = await recorder.stop()
          var end = 0
          for number in numbers {
            let announcement = try await Recording.announcement(
              Orders.command(number), pack: "zh-CN", in: folder)
            let place = find(announcement, in: heard, from: end)
            let start = try #require(place, "\(number) is heard whole and in its turn")
            let isSilentBefore = heard[end..<start].allSatisfy { $0 == 0 }
            #expect(isSilentBefore, "nothing else is heard before \(number)")
            end = start + announcement.count
          }
          let isSilentAfter = heard[end...].allSatisfy { $0 == 0 }
          #expect(isSilentAfter, "nothing is heard after")
        }
      }
    }
  }

  @Test func `comes late when the device does, and the box stays online`() async throws {
    try await withSoundServer(attempts: 3) { server in
      try await withBroker { broker in
        try await withTemporaryFolder { folder in
          try await server.removeSink()
          let monitor = try await ReceiptSubscriber(broker)
          var setup = BoxProcess.Setup(port: broker.port, audio: server.device)
          setup.environment = server.environment
          let box = try BoxProcess(in: folder, setup)
          server.count { [underruns = box.program.underruns] in underruns.value }
          try await box.logs("online")
          try await broker.publish(Orders.payload(7), to: "shop/orders/1")
          #expect(try await monitor.next().kind == "delivered")
          try await box.logs("sound device unavailable")
          try await server.makeSink()
          let recorder = try await server.record()
          // It may have been spoken before the recording began; the next one cannot.
          #expect(try await monitor.next().outcome == "played")
          try await broker.publish(Orders.payload(8), to: "shop/orders/1")
          try await monitor.collect(untilHandled: [Orders.id(8)])
          #expect(await box.stop() == .exited(0))
          let announcement = try await Recording.announcement(
            Orders.command(8), pack: "zh-CN", in: folder)
          let times = Recording.count(announcement, in: await recorder.stop())
          #expect(times == 1)
        }
      }
    }
  }

  @Test func `is begun again after the box was stopped in the middle`() async throws {
    try await withSoundServer(attempts: 3) { server in
      try await withBroker { broker in
        try await withTemporaryFolder { folder in
          let monitor = try await ReceiptSubscriber(broker)
          var setup = BoxProcess.Setup(port: broker.port, audio: server.device)
          setup.environment = server.environment
          let recorder = try await server.record()
          let first = try BoxProcess(in: folder, setup)
          server.count { [underruns = first.program.underruns] in underruns.value }
          try await first.logs("online")
          try await broker.publish(Orders.payload(99), to: "shop/orders/1")
          #expect(try await monitor.next().kind == "delivered")
          await recorder.waitForSound()
          #expect(await first.stop() == .exited(0))
          #expect(first.log.contains("box stopped"))
          #expect(monitor.all.count == 1)

          let second = try BoxProcess(in: folder, setup)
          server.count { [underruns = second.program.underruns] in underruns.value }
          let handled = try await monitor.next()
          #expect(handled.outcome == "played")
          #expect(handled.isReplayed)
          #expect(await second.stop() == .exited(0))
          let announcement = try await Recording.announcement(
            Orders.command(99), pack: "zh-CN", in: folder)
          let times = Recording.count(announcement, in: await recorder.stop())
          #expect(times == 1)
        }
      }
    }
  }
}

import Glibc
import Interop
import Testing
import TestKit

@Suite(.timeLimit(.minutes(3))) struct `The service manager` {
  @Test func `is told that the box is ready only once it is online`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        await broker.kill()
        let socket = try NotifySocket(path: "\(folder)/notify")
        var setup = BoxProcess.Setup(port: broker.port)
        setup.environment = ["NOTIFY_SOCKET": "\(folder)/notify"]
        let box = try BoxProcess(in: folder, setup)
        try await box.logs("offline")
        #expect(await socket.next().hasPrefix("STATUS=offline: cannot connect"))
        try await broker.start()
        var message = ""
        repeat { message = await socket.next() } while message.hasPrefix("STATUS=offline")
        #expect(message == "READY=1\nSTATUS=online")
        #expect(await box.stop() == .exited(0))
      }
    }
  }
}

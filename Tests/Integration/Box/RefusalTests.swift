import FoundationEssentials
import Interop
import Testing
import TestKit

@Suite(.timeLimit(.minutes(3))) struct `A broker that refuses` {
  @Test func `the password is named in the log, and the box recovers alone`() async throws {
    try await withTemporaryFolder { folder in
      try await setPassword("right", in: folder)
      let access = "allow_anonymous false\npassword_file \(folder)/passwords"
      try await withBroker(configuration: access) { broker in
        try "wrong\n".write(toFile: "\(folder)/password", atomically: true, encoding: .utf8)
        var setup = BoxProcess.Setup(port: broker.port)
        setup.more = "credentials: {username: box, passwordFile: \(folder)/password}"
        let box = try BoxProcess(in: folder, setup)
        try await box.logs("correct the user name and the password")
        #expect(box.log.contains("127.0.0.1:\(broker.port)"))
        #expect(!box.log.contains("wrong"), "no secret is in the log")
        try await setPassword("wrong", in: folder)
        await broker.terminate()
        try await broker.start()
        try await box.logs("online")
        #expect(await box.stop() == .exited(0))
      }
    }
  }

  @Test func `the certificate is named in the log, and a trusted one is let in`() async throws {
    try await withTemporaryFolder { folder in
      let right = try await Certificates(in: folder)
      let broker = right.configuration(try await right.sign("broker", for: "IP:127.0.0.1"))
      try await withBroker(configuration: broker) { broker in
        try await withTemporaryFolder { other in
          let wrong = try await Certificates(in: other)
          var setup = BoxProcess.Setup(port: broker.port)
          setup.environment = ["SOUNDBOX_BROKER": "mqtts://127.0.0.1:\(broker.port)"]
          setup.more = "tls: {ca: \(wrong.ca)}"
          let stranger = try BoxProcess(in: folder, setup)
          try await stranger.logs("certificate")
          #expect(await stranger.stop() == .exited(0))
          setup.more = "tls: {ca: \(right.ca)}"
          let box = try BoxProcess(in: folder, setup)
          try await box.logs("online")
          #expect(await box.stop() == .exited(0))
        }
      }
    }
  }

  private func setPassword(_ password: String, in folder: String) async throws {
    try await run("mosquitto_passwd", "-b", "-c", "\(folder)/passwords", "box", password)
  }
}

import FoundationEssentials
import Interop
import TestKit
import Testing

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

  private func setPassword(_ password: String, in folder: String) async throws {
    let program = try ChildProcess(
      "mosquitto_passwd", ["-b", "-c", "\(folder)/passwords", "box", password], errors: .null)
    #expect(await program.wait() == .exited(0))
  }
}

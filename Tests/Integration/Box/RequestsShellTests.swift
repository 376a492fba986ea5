import Testing
import TestKit
import Wire

@Suite(.serialized, .timeLimit(.minutes(3))) struct `A box that is asked from the shell` {
  @Test func `does each verb, and says what came of it`() async throws {
    try await RequestsBox.with { box in
      try await box.command("a", act: 4)
      #expect(try await ask(box, "volume", "60") == #"{"volume":60}"#)
      #expect(try await ask(box, "volume") == #"{"volume":60}"#)
      #expect(try await ask(box, "say", "system.test", "number:7") == #"{"outcome":"played"}"#)
      #expect(
        try await ask(box, "acknowledge", "order-a") == #"{"order":"order-a","ended":1}"#)
      #expect(try await box.handled("a").outcome == "stopped")
      #expect(try await ask(box, "stop", "all") == #"{"scope":"all"}"#)
      #expect(try await ask(box, "replay", "a") == #"{"id":"a"}"#)
      #expect(try await box.handled("a", attempt: 2).outcome == "played")
      #expect(
        try await ask(box, "mute", "2099-01-01T00:00:00Z")
          == #"{"mutedUntil":"2099-01-01T00:00:00.000Z"}"#)
      #expect(try await ask(box, "mute", "off") == #"{"mutedUntil":null}"#)
      #expect(try await ask(box, "receipts", "1") == #"{"count":3}"#)
      #expect(try await ask(box, "health").contains(#""volume":60,"mutedUntil":null"#))
      #expect(
        try await ask(box, "replay", "nobody")
          == "id: no command 'nobody' has been accepted here")
    }
  }

  @Test func `answers with the other boxes of its store`() async throws {
    try await RequestsBox.with { box in
      let result = try await Program.run(
        "request", "--broker", "mqtt://127.0.0.1:\(box.broker.port)", "--store", "s042", "--box",
        "all", "--wait", "3s", "volume", "30")
      #expect(result.output.hasPrefix(#"{"box":"counter-1","status":"ok","#))
      #expect(result.status == 0)
      #expect(try await box.done("volume")["volume"]?.text == "30")
    }
  }

  /// Asks by the settings of the box's own file.
  ///
  /// - Returns: What there is to tell, or the box's error.
  private func ask(_ box: RequestsBox, _ words: String...) async throws -> String {
    let result = try await Program.run(
      ["request", "--config", "\(box.folder)/box.yaml", "--wait", "1m"] + words)
    switch try Response(payload: Array(result.output.utf8)) {
    case .ok(let data):
      #expect(result.errors == "")
      #expect(result.status == 0)
      return JSON.object(data).encoded
    case .error(let error):
      #expect(result.errors == "soundbox: counter-1: \(error)\n")
      #expect(result.status == 65)
      return error
    case .unknown(let status, _): throw TestFailure(text: "unknown status \(status)")
    }
  }
}

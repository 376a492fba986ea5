import Testing
import Wire

@Suite struct `Requests` {
  private static let moment = Timestamp(milliseconds: 1_795_953_600_000)

  @Test(
    arguments: [
      ("acknowledge", #"{"order":"7421"}"#, .acknowledge(order: "7421")),
      ("acknowledge", #"{"order":7421}"#, .acknowledge(order: "7421")),
      ("stop", "", .stop(.current)), ("stop", #"{"scope":null}"#, .stop(.current)),
      ("stop", #"{"scope":"queue"}"#, .stop(.queue)), ("stop", #"{"scope":"all"}"#, .stop(.all)),
      ("replay", #"{"id":"7421-created"}"#, .replay(id: "7421-created")),
      ("volume", "", .volume(nil)), ("volume", "{}", .volume(nil)),
      ("volume", #"{"value":null}"#, .volume(nil)), ("volume", #"{"value":0}"#, .volume(0)),
      ("volume", #"{"value":"100"}"#, .volume(100)),
      ("mute", #"{"until":"2026-11-29T20:00:00+08:00"}"#, .mute(.until(moment))),
      ("mute", "", .mute(.off)), ("mute", #"{"until":null}"#, .mute(.off)),
      ("mute", #"{"until":false}"#, .mute(.off)), ("mute", #"{"until":"off"}"#, .mute(.off)),
      ("receipts", #"{"since":812}"#, .receipts(since: 812)),
      ("receipts", #"{"since":"0"}"#, .receipts(since: 0)),
      ("health", "", .health), ("health", #"{"unknown":1}"#, .health),
    ] as [(String, String, Request.Action)])
  func `are read`(verb: String, payload: String, action: Request.Action) throws {
    #expect(
      try Request(verb: verb, payload: Array(payload.utf8)) == Request(action, transaction: nil))
  }

  @Test func `of a test say a sound command`() throws {
    let request = try Request(
      verb: "say", payload: Array(#"{"transaction":7,"soundCommand":"system.test"}"#.utf8))
    #expect(request.action == .say(try SoundCommand("system.test")))
    #expect(request.transaction == "7")
  }

  @Test(arguments: [
    (
      "dance", "",
      "verb: 'dance' is unknown; there are acknowledge, stop, say, replay, volume, mute, receipts, health"
    ),
    (
      "Stop", "not read",
      "verb: 'Stop' is unknown; there are acknowledge, stop, say, replay, volume, mute, receipts, health"
    ),
    ("health", "{", "message: not JSON at byte 1: a key must be a string"),
    ("health", "60", "message: an object is wanted, not a number"),
    ("health", #"{"transaction":true}"#, "transaction: a string is wanted, not a boolean"),
    ("acknowledge", "", "order: is missing"),
    ("acknowledge", #"{"order":""}"#, "order: must not be empty"),
    ("acknowledge", #"{"order":["7"]}"#, "order: a string is wanted, not an array"),
    ("stop", #"{"scope":"now"}"#, "scope: current, queue or all is wanted"),
    ("say", "", "soundCommand: is missing"),
    ("say", #"{"soundCommand":1}"#, "soundCommand: a string is wanted, not a number"),
    ("say", #"{"soundCommand":""}"#, "soundCommand: there is nothing to say"),
    ("replay", "", "id: is missing"),
    ("volume", #"{"value":101}"#, "value: 101 is not in 0-100"),
    ("volume", #"{"value":-1}"#, "value: -1 is not in 0-100"),
    ("volume", #"{"value":60.5}"#, "value: an integer is wanted, not '60.5'"),
    ("volume", #"{"value":"loud"}"#, "value: an integer is wanted, not 'loud'"),
    (
      "mute", #"{"until":true}"#,
      "until: a moment like 2026-11-29T12:00:00Z is wanted (RFC 3339), or off"
    ),
    (
      "mute", #"{"until":"30m"}"#,
      "until: a moment like 2026-11-29T12:00:00Z is wanted (RFC 3339), or off"
    ),
    ("receipts", "", "since: is missing"),
    ("receipts", #"{"since":-1}"#, "since: -1 is not in 0-9223372036854775807"),
    (
      "receipts", #"{"since":9223372036854775808}"#,
      "since: an integer is wanted, not '9223372036854775808'"
    ),
  ])
  func `name the field and the fault`(verb: String, payload: String, fault: String) {
    #expect {
      try Request(verb: verb, payload: Array(payload.utf8))
    } throws: { error in
      (error as? Refusal)?.description == fault
    }
  }

  @Test(
    arguments: [
      (.acknowledge(order: "7421"), #"{"transaction":"t","order":"7421"}"#),
      (.stop(.queue), #"{"transaction":"t","scope":"queue"}"#),
      (.replay(id: "7421-created"), #"{"transaction":"t","id":"7421-created"}"#),
      (.volume(60), #"{"transaction":"t","value":60}"#), (.volume(nil), #"{"transaction":"t"}"#),
      (.mute(.until(moment)), #"{"transaction":"t","until":"2026-11-29T12:00:00.000Z"}"#),
      (.mute(.off), #"{"transaction":"t","until":null}"#),
      (.receipts(since: 812), #"{"transaction":"t","since":812}"#),
      (.health, #"{"transaction":"t"}"#),
    ] as [(Request.Action, String)])
  func `are written as they are read`(action: Request.Action, text: String) throws {
    let request = Request(action, transaction: "t")
    #expect(request.json.encoded == text)
    #expect(try Request(verb: request.verb.rawValue, payload: Array(text.utf8)) == request)
  }

  @Test(
    arguments: [
      (#"{"transaction":"a"}"#, "a"), (#"{"transaction":1.50,"order":[]}"#, "1.50"),
      (#"{"transaction":""}"#, ""), (#"{"transaction":null}"#, nil), (#"{"transaction":{}}"#, nil),
      ("", nil), ("[]", nil), (#"{"transaction":"a""#, nil),
    ] as [(String, String?)])
  func `let their transaction be found`(payload: String, transaction: String?) {
    #expect(Request.transaction(of: Array(payload.utf8)) == transaction)
  }

  @Test func `have transactions of up to 128 bytes`() throws {
    let longest = String(repeating: "é", count: 64)
    let payload = Array(#"{"transaction":"\#(longest)"}"#.utf8)
    #expect(try Request(verb: "health", payload: payload).transaction == longest)
    let longer = Array(#"{"transaction":"\#(longest)x"}"#.utf8)
    #expect(throws: Refusal("transaction", "129 bytes long, more than 128")) {
      try Request(verb: "health", payload: longer)
    }
    #expect(Request.transaction(of: longer) == nil)
  }
}

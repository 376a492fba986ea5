import Testing
import Wire

@Suite struct `Responses` {
  @Test(
    arguments: [
      (
        .ok(data: ["volume": .number(JSONNumber(60))]), "7",
        #"{"status":"ok","transaction":"7","data":{"volume":60}}"#
      ),
      (.ok(), nil, #"{"status":"ok","transaction":null,"data":{}}"#),
      (
        .error("order: is missing"), "7",
        #"{"status":"error","transaction":"7","error":"order: is missing"}"#
      ),
      (.error("no"), nil, #"{"status":"error","transaction":null,"error":"no"}"#),
    ] as [(Response, String?, String)])
  func `are written as they are read`(
    response: Response, transaction: String?, text: String
  ) throws {
    #expect(response.json(transaction: transaction).encoded == text)
    #expect(try Response(payload: Array(text.utf8)) == response)
    #expect(Request.transaction(of: Array(text.utf8)) == transaction)
  }

  @Test func `of another box may leave data out`() throws {
    #expect(try Response(payload: Array(#"{"status":"ok","more":1}"#.utf8)) == .ok())
  }

  @Test(arguments: [
    ("", "message: not JSON at byte 0: the message is empty"),
    ("[]", "message: an object is wanted, not an array"),
    ("{}", "status: ok or error is wanted"),
    (#"{"status":"OK"}"#, "status: ok or error is wanted"),
    (#"{"status":"ok","data":[]}"#, "data: an object is wanted, not an array"),
    (#"{"status":"error"}"#, "error: a string is wanted"),
    (#"{"status":"error","error":5}"#, "error: a string is wanted"),
  ])
  func `name the field and the fault`(text: String, fault: String) {
    #expect {
      try Response(payload: Array(text.utf8))
    } throws: { error in
      (error as? Refusal)?.description == fault
    }
  }
}

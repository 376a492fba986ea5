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
      (
        .unknown(
          status: "later",
          answer: ["status": "later", "transaction": "7", "seconds": .number(JSONNumber(5))]), "7",
        #"{"status":"later","transaction":"7","seconds":5}"#
      ),
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
    ("{}", "status: is missing"),
    (#"{"status":""}"#, "status: is missing"),
    (#"{"status":5}"#, "status: a string is wanted, not a number"),
    (#"{"status":"ok","data":[]}"#, "data: an object is wanted, not an array"),
    (#"{"status":"error"}"#, "error: is missing"),
    (#"{"status":"error","error":5}"#, "error: a string is wanted, not a number"),
  ])
  func `name the field and the fault`(text: String, fault: String) {
    #expect {
      try Response(payload: Array(text.utf8))
    } throws: { error in
      (error as? Refusal)?.description == fault
    }
  }
}

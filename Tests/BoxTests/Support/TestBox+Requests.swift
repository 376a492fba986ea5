import Box
import Testing
import Wire

/// An answer as the one who asked reads it.
struct Reply: Sendable {
  let topic: String
  let correlationData: [UInt8]?
  let transaction: String?
  let data: JSONObject?
  let error: String?

  init(_ notice: Notice) throws {
    topic = notice.topic
    correlationData = notice.correlationData
    let payload = Array(notice.body.utf8)
    transaction = Request.transaction(of: payload)
    switch try Response(payload: payload) {
    case .ok(let data): (self.data, error) = (data, nil)
    case .error(let error): (data, self.error) = (nil, error)
    case .unknown(let status, _): (data, error) = (nil, "unknown status \(status)")
    }
  }
}

extension TestBox {
  /// Asks the box for something.
  func ask(
    _ verb: String, _ body: String = "", store: Bool = false, isRetained: Bool = false,
    answerTo responseTopic: String? = nil, _ correlationData: [UInt8]? = nil
  ) throws {
    let arrival = Arrival(
      topic: store ? topics.storeRequest(verb) : topics.request(verb), payload: Array(body.utf8),
      isRetained: isRetained, moment: clock.boxClock.moment, responseTopic: responseTopic,
      correlationData: correlationData)
    try requests.take(arrival, verb: try #require(topics.verb(of: arrival.topic)))
  }

  /// What the box has published besides receipts, since this was asked for last.
  func published() -> [Notice] {
    let next = notices.next(atMost: 300)
    notices.note(Set(next.map(\.token)))
    return next.map(\.notice)
  }

  /// The answers that have come, since this was asked for last.
  func replies() throws -> [Reply] {
    try published().filter { $0.topic != topics[.health] }.map { try Reply($0) }
  }

  /// Waits for the next answer.
  func nextReply() async throws -> Reply {
    while true {
      if let reply = try replies().first { return reply }
      try await change()
    }
  }

  /// Waits for so many answers more.
  func replies(_ count: Int) async throws -> [Reply] {
    var replies = try replies()
    while replies.count < count {
      try await change()
      replies += try self.replies()
    }
    return replies
  }

  /// Asks for something that is answered at once.
  func answer(_ verb: String, _ body: String = "", store: Bool = false) throws -> Reply {
    _ = published()
    try ask(verb, body, store: store)
    let replies = try replies()
    try #require(replies.count == 1)
    return replies[0]
  }

  /// The health that the box publishes when it is asked for.
  func askedHealth() throws -> JSONObject { try #require(try answer("health").data) }
}

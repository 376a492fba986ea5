import Box
import Messaging
import Testing
import Wire

/// An answer as the one who asked reads it.
struct Reply: Sendable {
  let topic: String
  let correlationData: [UInt8]?
  let transaction: String?
  let data: JSONObject?
  let error: String?

  init(_ publication: Publication) throws {
    topic = publication.topic
    correlationData = publication.correlationData
    let payload = publication.payload
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
    let message = Message(
      topic: store ? topics.storeRequest(verb) : topics.request(verb), payload: Array(body.utf8),
      isRetained: isRetained, responseTopic: responseTopic, correlationData: correlationData)
    try requests.take(message, verb: try #require(topics.verb(of: message.topic)))
  }

  /// What the box has published besides receipts, since this was asked for last.
  func published() -> [Publication] {
    let next = notices.next(atMost: 300)
    notices.accept(next)
    return next
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

extension PublicationSource {
  /// Says that the broker has taken publications.
  func accept(_ publications: [Publication]) {
    note(publications.compactMap(\.token).map { PublicationResult($0, .accepted) })
  }

  /// Says that the broker has taken the publications with some numbers.
  func accept(_ numbers: Int64...) { note(numbers, .accepted) }

  /// Says that nobody subscribes to the publications with some numbers.
  func discard(_ numbers: Int64...) { note(numbers, .noSubscribers) }

  private func note(_ numbers: [Int64], _ status: PublicationResult.Status) {
    note(numbers.map { PublicationResult(PublicationToken(publisher, $0), status) })
  }
}

extension [Publication] {
  /// The numbers of their tokens, which for a receipt is its own.
  var numbers: [Int64] { compactMap(\.token?.number) }
}

/// A box's answer to a request (protocol, section “Requests”).
public enum Response: Sendable, Equatable {
  /// It was done; what there is to tell.
  case ok(data: JSONObject = [:])
  /// It was not done; why, in words.
  case error(String)
  /// A status that this version does not know, and the whole answer as it came.
  case unknown(status: String, answer: JSONObject)

  /// Reads an answer; ``Request/transaction(of:)`` finds what it answers.
  ///
  /// - Parameter payload: The message.
  /// - Throws: ``Refusal``, which names the first field at fault.
  public init(payload: [UInt8]) throws(Refusal) {
    let fields = try Fields(payload: payload)
    switch try fields.word("status") {
    case "ok": self = .ok(data: try fields.inside("data").object)
    case "error": self = .error(try fields.word("error"))
    case let status: self = .unknown(status: status, answer: fields.object)
    }
  }

  /// The answer as it is published.
  ///
  /// - Parameter transaction: The request's.
  /// - Returns: The JSON object of the protocol.
  public func json(transaction: String?) -> JSON {
    let transaction: JSON = transaction.map { .string($0) } ?? .null
    switch self {
    case .ok(let data):
      return .object(["status": .string("ok"), "transaction": transaction, "data": .object(data)])
    case .error(let error):
      return .object([
        "status": .string("error"), "transaction": transaction, "error": .string(error),
      ])
    case .unknown(_, var answer):
      answer["transaction"] = transaction
      return .object(answer)
    }
  }
}

/// A box's answer to a request (protocol, section “Requests”).
public enum Response: Sendable, Equatable {
  /// It was done; what there is to tell.
  case ok(data: JSONObject = [:])
  /// It was not done; why, in words.
  case error(String)

  /// Reads an answer; ``Request/transaction(of:)`` finds what it answers.
  ///
  /// - Parameter payload: The message.
  /// - Throws: ``Refusal``, which names the first field at fault.
  public init(payload: [UInt8]) throws(Refusal) {
    let message: JSON
    do { message = try JSONReader.read(payload) } catch { throw Refusal("message", error) }
    guard let object = message.object else {
      throw Refusal("message", "an object is wanted, not \(message.kind)")
    }
    switch object["status"] {
    case .string("ok"):
      let data = object["data"] ?? .object([:])
      guard let data = data.object else {
        throw Refusal("data", "an object is wanted, not \(data.kind)")
      }
      self = .ok(data: data)
    case .string("error"):
      guard case .string(let error) = object["error"] else {
        throw Refusal("error", "a string is wanted")
      }
      self = .error(error)
    default: throw Refusal("status", "ok or error is wanted")
    }
  }

  /// The answer as it is published.
  ///
  /// - Parameter transaction: The request's.
  /// - Returns: The JSON object of the protocol.
  public func json(transaction: String?) -> JSON {
    let transaction: JSON = transaction.map { .string($0) } ?? .null
    return switch self {
    case .ok(let data):
      .object(["status": .string("ok"), "transaction": transaction, "data": .object(data)])
    case .error(let error):
      .object(["status": .string("error"), "transaction": transaction, "error": .string(error)])
    }
  }
}

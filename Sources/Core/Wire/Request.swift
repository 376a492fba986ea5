/// What a person or a program asks of a box (protocol, section “Requests”).
public struct Request: Sendable, Equatable {
  /// The last level of a request's topic.
  public enum Verb: String, Sendable, CaseIterable {
    case acknowledge, stop, say, replay, volume, mute, receipts, health
  }

  /// What is asked, with its particulars.
  public enum Action: Sendable, Equatable {
    /// End the repetition of an order.
    case acknowledge(order: String)
    /// Stop speaking.
    case stop(Scope)
    /// Speak for a test, and answer when it has been heard.
    case say(SoundCommand)
    /// Speak a known command again.
    case replay(id: String)
    /// Set the box's volume, 0–100 per cent; `nil` only reads it.
    case volume(Int?)
    /// Say nothing for a while.
    case mute(Mute)
    /// Publish the receipts after a number again.
    case receipts(since: Int64)
    /// Publish the health now.
    case health
  }

  /// What is stopped.
  public enum Scope: String, Sendable, CaseIterable {
    /// The announcement that is being spoken.
    case current
    /// Those that wait.
    case queue
    /// Both.
    case all
  }

  /// How long nothing is to be heard.
  public enum Mute: Sendable, Equatable {
    /// Until a moment; there is no muting without an end.
    case until(Timestamp)
    /// Not any longer.
    case off
  }

  /// The longest ``transaction``, in bytes of UTF-8.
  public static let longestTransaction = 128

  /// What the answer repeats, so that the caller knows it by it.
  public var transaction: String?
  /// What is asked.
  public var action: Action

  /// Asks for something.
  ///
  /// - Parameters:
  ///   - action: What is asked.
  ///   - transaction: What the answer is to repeat.
  public init(_ action: Action, transaction: String? = nil) {
    self.action = action
    self.transaction = transaction
  }

  /// The last level of this request's topic.
  public var verb: Verb {
    switch action {
    case .acknowledge: .acknowledge
    case .stop: .stop
    case .say: .say
    case .replay: .replay
    case .volume: .volume
    case .mute: .mute
    case .receipts: .receipts
    case .health: .health
    }
  }
}

extension Request {
  /// Reads a request.
  ///
  /// Integers may be numbers or strings of digits. An empty payload counts as `{}`.
  ///
  /// - Parameters:
  ///   - verb: The last level of its topic.
  ///   - payload: The message.
  /// - Throws: ``Refusal``, which names the first field at fault; an unknown verb is one of `verb`.
  public init(verb: String, payload: [UInt8]) throws(Refusal) {
    guard let known = Verb(rawValue: verb) else {
      let verbs = Verb.allCases.map(\.rawValue).joined(separator: ", ")
      throw Refusal("verb", "\(quoted(verb)) is unknown; there are \(verbs)")
    }
    let object = try Self.object(payload)
    let fields = Fields(object)
    transaction = try fields.transaction()
    switch known {
    case .acknowledge: action = .acknowledge(order: try fields.id("order"))
    case .stop: action = .stop(try fields.scope())
    case .say: action = .say(try fields.soundCommand("soundCommand"))
    case .replay: action = .replay(id: try fields.id("id"))
    case .volume: action = .volume(try fields.integer("value", in: 0...100))
    case .mute: action = .mute(try fields.mute())
    case .receipts:
      guard let since = try fields.integer("since", in: 0...Int.max) else {
        throw Refusal("since", "is missing")
      }
      action = .receipts(since: Int64(since))
    case .health: action = .health
    }
  }

  /// The transaction of a request or of an answer, even if nothing else of it can be read.
  ///
  /// - Parameter payload: The message.
  /// - Returns: The transaction, if there is one of the protocol's form.
  public static func transaction(of payload: [UInt8]) -> String? {
    (try? object(payload)).flatMap { try? Fields($0).transaction() }
  }

  /// The request's payload; the verb is part of the topic.
  public var json: JSON {
    var object: JSONObject = ["transaction": transaction.map { .string($0) }]
    switch action {
    case .acknowledge(let order): object["order"] = .string(order)
    case .stop(let scope): object["scope"] = .string(scope.rawValue)
    case .say(let command): object["soundCommand"] = .string(command.text)
    case .replay(let id): object["id"] = .string(id)
    case .volume(let value): object["value"] = value.map { .number(JSONNumber($0)) }
    case .mute(.until(let moment)): object["until"] = .string(moment.description)
    case .mute(.off): object["until"] = .null
    case .receipts(let since): object["since"] = .number(JSONNumber(since))
    case .health: break
    }
    return .object(object)
  }

  private static func object(_ payload: [UInt8]) throws(Refusal) -> JSONObject {
    if payload.isEmpty { return [:] }
    let message: JSON
    do { message = try JSONReader.read(payload) } catch { throw Refusal("message", error) }
    guard let object = message.object else {
      throw Refusal("message", "an object is wanted, not \(message.kind)")
    }
    return object
  }
}

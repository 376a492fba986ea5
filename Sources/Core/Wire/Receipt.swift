/// What a box says became of a voice command (protocol, section “Receipts”).
public struct Receipt: Sendable, Equatable {
  /// What a receipt tells.
  ///
  /// A kind that is neither of those named here comes from a box of another version, and is kept as it is.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The command is on the box's disk and will be dealt with.
    public static let delivered = Kind(rawValue: "delivered")
    /// It has been dealt with, for good.
    public static let handled = Kind(rawValue: "handled")

    /// The word in the receipt.
    public let rawValue: String

    /// Takes any word.
    ///
    /// - Parameter rawValue: The word in the receipt.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Whether this version knows what such a receipt tells.
    public var isKnown: Bool { self == .delivered || self == .handled }
  }

  /// When each step was done.
  public struct Times: Sendable, Equatable {
    /// When the message arrived.
    public var received: Timestamp
    /// When it was accepted.
    public var delivered: Timestamp?
    /// When its first sample went to the device, the last time.
    public var started: Timestamp?
    /// When its last sample had left the device.
    public var finished: Timestamp?

    /// Starts the list.
    ///
    /// - Parameter received: When the message arrived.
    public init(received: Timestamp) { self.received = received }
  }

  /// Delivered or handled.
  public var kind: Kind
  /// The command's id.
  public var id: String
  /// The id space of ``id``; `nil` for the one that all share who name none.
  public var source: String?
  /// What an acknowledgement names.
  public var order: String
  /// Which attempt at this id, from 1.
  public var attempt: Int
  /// What became of it; `nil` in a `delivered` receipt.
  public var outcome: Outcome?
  /// Why, in words for operations.
  public var reason: String?
  /// The steps' times.
  public var times: Times
  /// How many rounds were spoken to their end.
  public var rounds = 0
  /// What was said, in the pack's words.
  public var spoken: String?
  /// Whether a crash had cut it, so that part of it was heard twice.
  public var isReplayed = false
  /// Whether this repeats an earlier receipt for a repeated command.
  public var isDuplicate = false
  /// Whether some channel of the store has spoken it.
  public var hasHandled = false

  /// The business event.
  public var event: EventID { EventID(source: source, id: id) }

  /// Starts a receipt.
  ///
  /// - Parameters:
  ///   - kind: Delivered or handled.
  ///   - event: The command's id, and its source.
  ///   - order: What an acknowledgement names.
  ///   - attempt: Which attempt at this id, from 1.
  ///   - times: The steps' times.
  public init(_ kind: Kind, event: EventID, order: String, attempt: Int, times: Times) {
    self.kind = kind
    id = event.id
    source = event.source
    self.order = order
    self.attempt = attempt
    self.times = times
  }

  /// The receipt as it is published.
  ///
  /// - Parameters:
  ///   - issuer: Which box says so.
  ///   - seq: The receipt's number, without gaps on one box.
  ///   - moment: When it was written.
  /// - Returns: The JSON object of the protocol.
  public func json(from issuer: Issuer, seq: Int64, at moment: Timestamp) -> JSON {
    let times: JSONObject = [
      "received": .string(times.received.description),
      "delivered": times.delivered.map { .string($0.description) },
      "started": times.started.map { .string($0.description) },
      "finished": times.finished.map { .string($0.description) },
    ]
    return .object([
      "v": .number(JSONNumber(1)), "receipt": .string(kind.rawValue),
      "id": .string(id), "source": source.map { .string($0) }, "order": .string(order),
      "store": .string(issuer.store.rawValue), "box": .string(issuer.box.rawValue),
      "attempt": .number(JSONNumber(attempt)),
      "outcome": outcome.map { .string($0.name) }, "code": .number(JSONNumber(outcome?.code ?? 0)),
      "reason": reason.map { .string($0) } ?? .null,
      "seq": .number(JSONNumber(seq)), "session": .number(JSONNumber(issuer.connectionNumber)),
      "at": .string(moment.description), "times": .object(times),
      "rounds": .number(JSONNumber(rounds)), "channel": .string("mqtt"),
      "spoken": spoken.map { .string($0) },
      "clock": .string(issuer.clockIsSynced ? "synced" : "unsynced"),
      "replayed": isReplayed ? .bool(true) : nil,
      "duplicate": .bool(isDuplicate), "hasHandled": .number(JSONNumber(hasHandled ? 1 : 0)),
    ])
  }
}

/// A receipt as a monitor reads it (protocol, section “Receipts”).
///
/// Its topic alone tells which box it is from; the payload's `store` and `box` are not read.
public struct IssuedReceipt: Sendable, Equatable {
  /// What it says.
  public var receipt: Receipt
  /// Its number, without gaps on one box.
  public var seq: Int64
  /// The number of the box's connection when it was written.
  public var connectionNumber: Int64
  /// When it was written, by the box's clock.
  public var at: Timestamp
  /// Whether the box's clock was synchronized.
  public var clockIsSynced: Bool

  /// Reads a receipt.
  ///
  /// - Parameters:
  ///   - payload: The message.
  ///   - topicKind: What its topic says that it is. Its payload may be of a kind that this version does
  ///     not know, but not of the other one that it knows.
  /// - Throws: ``Refusal``, which names the first field at fault.
  public init(payload: [UInt8], topicKind: Receipt.Kind) throws(Refusal) {
    let fields = try Fields(payload: payload)
    let kind = Receipt.Kind(rawValue: try fields.word("receipt"))
    guard kind == topicKind || !kind.isKnown else {
      throw Refusal("receipt", "\(topicKind.rawValue) is wanted, as the topic says")
    }
    guard let seq = try fields.count("seq"), seq > 0 else { throw Refusal("seq", "is missing") }
    guard let at = try fields.timestamp("at") else { throw Refusal("at", "is missing") }
    let times = try fields.inside("times")
    let id = try fields.id("id")
    var receipt = Receipt(
      kind, event: EventID(source: try fields.source(), id: id),
      order: fields.object["order"] == nil ? id : try fields.id("order"),
      attempt: try fields.integer("attempt", in: 1...1_000_000) ?? 1,
      times: Receipt.Times(received: try times.timestamp("received") ?? at))
    receipt.times.delivered = try times.timestamp("delivered")
    receipt.times.started = try times.timestamp("started")
    receipt.times.finished = try times.timestamp("finished")
    receipt.reason = try fields.text("reason")
    receipt.rounds = try fields.integer("rounds", in: 0...1_000_000) ?? 0
    receipt.spoken = try fields.text("spoken")
    receipt.isReplayed = try fields.flag("replayed")
    receipt.isDuplicate = try fields.flag("duplicate")
    receipt.hasHandled = try fields.flag("hasHandled")
    if kind == .handled {
      receipt.outcome = try fields.outcome(settlesID: receipt.hasHandled)
    }
    self.receipt = receipt
    self.seq = seq
    self.at = at
    connectionNumber = try fields.count("session") ?? 0
    clockIsSynced = fields.clockIsSynced()
  }
}

extension Fields {
  /// What became of a command; an outcome that this version does not know is kept as it came.
  fileprivate func outcome(settlesID: Bool) throws(Refusal) -> Outcome {
    let name = try word("outcome")
    guard let code = try integer("code", in: Int.min...Int.max) else {
      throw Refusal("code", "is missing")
    }
    return Outcome(name: name, code: code, settlesID: settlesID)
  }
}

/// Who writes a receipt or a state: a box, at one of its connections.
public struct Issuer: Sendable, Equatable {
  /// The shop in which the box stands.
  public let store: Identifier
  /// The box.
  public let box: Identifier
  /// The number of the connection; it grows at every connect.
  public var connectionNumber: Int64
  /// Whether the box's clock is synchronized.
  public var clockIsSynced: Bool

  /// Names a box at a connection.
  ///
  /// - Parameters:
  ///   - store: The shop in which the box stands.
  ///   - box: The box.
  ///   - connectionNumber: The number of the connection.
  ///   - clockIsSynced: Whether the box's clock can be believed.
  public init(store: Identifier, box: Identifier, connectionNumber: Int64, clockIsSynced: Bool) {
    self.store = store
    self.box = box
    self.connectionNumber = connectionNumber
    self.clockIsSynced = clockIsSynced
  }
}

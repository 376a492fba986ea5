/// A receipt as a monitor reads it (protocol, section “Receipts”).
///
/// Whose it is stands in its topic alone; what its payload says about that is not read.
public struct IssuedReceipt: Sendable, Equatable {
  /// What it says.
  public var receipt: Receipt
  /// Its number, without gaps on one box.
  public var seq: Int64
  /// The number of the box's connection when it was written.
  public var session: Int64
  /// When it was written, by the box's clock.
  public var at: Timestamp
  /// Whether the box's clock was set by somebody who knows the time.
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
      kind, id: id, order: fields.object["order"] == nil ? id : try fields.id("order"),
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
    session = try fields.count("session") ?? 0
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

import Wire

/// An attempt to announce an order on a box, from the monitor's answer.
struct OrderAttempt {
  let json: JSON

  var store: String { json.text("store") ?? "" }
  var box: String { json.text("box") ?? "" }
  var id: String { json.text("id") ?? "" }
  /// The id space of ``id``; `nil` for none.
  var source: String? { json.text("source") }
  /// The id, with its source if it has one.
  var name: String { source.map { "\(id) (\($0))" } ?? id }
  var order: String { json.text("order") ?? "" }
  var attempt: Int64 { json.number("attempt") ?? 1 }
  var outcome: String? { json.text("outcome") }
  var reason: String? { json.text("reason") }
  var spoken: String? { json.text("spoken") }
  var isClockSynced: Bool { json.text("clock") == "synced" }
  /// `store/box`.
  var boxName: String { "\(store)/\(box)" }
  /// The time from publication to the first sample, with its unit.
  var latency: String? { json.number("latency").map { "\($0) ms" } }

  /// What identifies it.
  var key: [String] { [store, box, source ?? "", id, String(attempt)] }

  /// Its last known step, and when that was by the monitor's clock.
  var lastStep: (name: String, at: Timestamp)? {
    for step in ["handled", "delivered", "published"] {
      if let at = json.moment("\(step)At") { return (step, at) }
    }
    return nil
  }
}

extension JSON {
  /// A member, if this is an object.
  subscript(key: String) -> JSON? { object?[key] }

  /// A string member.
  func text(_ key: String) -> String? {
    if case .string(let text) = self[key] { text } else { nil }
  }

  /// An integer member.
  func number(_ key: String) -> Int64? {
    if case .number(let number) = self[key] { Int64(number.text) } else { nil }
  }

  /// A member in milliseconds since 1970.
  func moment(_ key: String) -> Timestamp? { number(key).map { Timestamp(milliseconds: $0) } }

  /// Whether a member is true.
  func isTrue(_ key: String) -> Bool { self[key] == .bool(true) }

  /// An array member; empty if there is none.
  func list(_ key: String) -> [JSON] {
    if case .array(let list) = self[key] { list } else { [] }
  }
}

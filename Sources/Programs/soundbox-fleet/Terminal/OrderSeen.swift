import Wire

/// An attempt at an order on a box, as the monitor tells of it.
struct OrderSeen {
  let json: JSON

  var store: String { json.text("store") ?? "" }
  var box: String { json.text("box") ?? "" }
  var id: String { json.text("id") ?? "" }
  var order: String { json.text("order") ?? "" }
  var attempt: Int64 { json.number("attempt") ?? 1 }
  var outcome: String? { json.text("outcome") }
  var reason: String? { json.text("reason") }
  var spoken: String? { json.text("spoken") }
  var isClockSynced: Bool { json.text("clock") == "synced" }
  /// `store/box`.
  var place: String { "\(store)/\(box)" }
  /// The milliseconds from publishing to the first sample, with their unit.
  var latency: String? { json.number("latency").map { "\($0) ms" } }

  /// What tells it from others.
  var key: [String] { [store, box, id, String(attempt)] }

  /// The last step that is known, and when it was, by the monitor's clock.
  var lastStep: (name: String, at: Timestamp)? {
    for step in ["handled", "delivered", "published"] {
      if let at = json.moment("\(step)At") { return (step, at) }
    }
    return nil
  }
}

import Wire

/// What a message says of its own kind: `type=order.ready, status=DONE`.
enum MessageKind {
  private static let keys = [
    "type", "event", "event_type", "eventType", "eventCode", "event_name", "name", "action",
    "topic",
    "status", "state", "order_status", "orderStatus", "trade_status", "trade_state",
    "payment_status", "result", "resultCode", "code",
  ]
  /// How many of them are told, and how long each may be, in Unicode scalars.
  private static let (most, longest) = (2, 48)

  /// Describes a message, or an element of it.
  static func describe(_ scope: Scope) -> String {
    guard let object = (scope.element ?? scope.message).object else { return "" }
    var found: [String] = []
    let known = keys.filter { object[$0] != nil }
    for key in known.isEmpty ? others(in: object) : known where found.count < most {
      guard let text = object[key]?.text, !text.isEmpty else { continue }
      let scalars = text.unicodeScalars.lazy
        .filter { $0.properties.generalCategory != .control }.prefix(longest)
      found.append("\(key)=\(String(String.UnicodeScalarView(scalars)))")
    }
    return found.joined(separator: ", ")
  }

  /// The members whose names end like those of a kind or a state: `transaction_status`.
  private static func others(in object: JSONObject) -> [String] {
    object.members.map(\.key).filter { key in
      let key = key.lowercased()
      return ["type", "event", "status", "state", "action"].contains { ending in
        key.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8)
      }
    }
  }
}

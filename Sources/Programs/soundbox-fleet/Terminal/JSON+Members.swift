import Wire

extension JSON {
  /// A member of an object.
  subscript(key: String) -> JSON? { object?[key] }

  /// A member that is a text.
  func text(_ key: String) -> String? {
    if case .string(let text) = self[key] { text } else { nil }
  }

  /// A member that is a whole number.
  func number(_ key: String) -> Int64? {
    if case .number(let number) = self[key] { Int64(number.text) } else { nil }
  }

  /// A member that is a moment.
  func moment(_ key: String) -> Timestamp? { number(key).map { Timestamp(milliseconds: $0) } }

  /// A member that is true.
  func isTrue(_ key: String) -> Bool { self[key] == .bool(true) }

  /// A member that is a list.
  func list(_ key: String) -> [JSON] {
    if case .array(let list) = self[key] { list } else { [] }
  }
}

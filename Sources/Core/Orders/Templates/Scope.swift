import Wire

/// What the paths of a rule lead to: the message, and with `each` one element of a list in it.
struct Scope {
  /// The message.
  var message: JSON
  /// The element, if the rule reads a list.
  var element: JSON?
  /// Its number, from 1.
  var number = 0

  /// The value at a path; `nil` if a part leads nowhere.
  func value(at path: FieldPath) -> JSON? { value(at: path.parts[...], root: path.root) }

  /// The value at the parts of a path from a root.
  func value(at parts: ArraySlice<String>, root: FieldPath.Root) -> JSON? {
    switch root {
    case .message: message.value(at: parts)
    case .element: element?.value(at: parts)
    case .number: element == nil ? nil : .number(JSONNumber(number))
    }
  }

  /// The value at a path, unless it is empty: absent, `null` and `""` are one thing.
  func present(at path: FieldPath) -> JSON? {
    guard let value = value(at: path), value != .null, value != "" else { return nil }
    return value
  }
}

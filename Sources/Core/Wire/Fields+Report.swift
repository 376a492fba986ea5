/// Fields of what boxes report: what is too long is cut, since a report is better kept than refused.
extension Fields {
  /// The longest text that a report carries, in bytes.
  static let longestText = 2048

  /// Reads a message that must be an object.
  ///
  /// - Parameter payload: The message.
  /// - Throws: ``Refusal``.
  init(payload: [UInt8]) throws(Refusal) {
    let message: JSON
    do { message = try JSONReader.read(payload) } catch { throw Refusal("message", error) }
    guard let object = message.object else {
      throw Refusal("message", "an object is wanted, not \(message.kind)")
    }
    self.init(object)
  }

  /// A text, cut where it is too long.
  func text(_ key: String) throws(Refusal) -> String? {
    guard let value = object[key], value != .null else { return nil }
    guard case .string(let text) = value else {
      throw Refusal(key, "a string is wanted, not \(value.kind)")
    }
    guard text.utf8.count > Self.longestText else { return text }
    var cut = text.prefix(Self.longestText / 4)
    while cut.utf8.count > Self.longestText { cut.removeLast() }
    return cut + "…"
  }

  /// A text that must be there, such as one of a set that other versions may extend.
  func word(_ key: String) throws(Refusal) -> String {
    guard let text = try text(key), !text.isEmpty else { throw Refusal(key, "is missing") }
    return text
  }

  /// A whole number that is not negative.
  func count(_ key: String) throws(Refusal) -> Int64? {
    try integer(key, in: 0...Int.max).map { Int64($0) }
  }

  /// A truth value, also as 0 or 1.
  func flag(_ key: String) throws(Refusal) -> Bool {
    switch object[key] {
    case nil, .null: return false
    case .bool(let flag): return flag
    default: return try integer(key, in: 0...1) == 1
    }
  }

  /// A duration in whole seconds.
  func seconds(_ key: String) throws(Refusal) -> Duration? {
    try integer(key, in: 0...Int(Int32.max)).map { .seconds($0) }
  }

  /// A member that is an object; an empty one if it is missing.
  func inside(_ key: String) throws(Refusal) -> Fields {
    guard let value = object[key], value != .null else { return Fields([:]) }
    guard let object = value.object else {
      throw Refusal(key, "an object is wanted, not \(value.kind)")
    }
    return Fields(object)
  }

  /// Whether the box says that its clock has been set by somebody who knows the time.
  func clockIsSynced() -> Bool { object["clock"] == .string("synced") }
}

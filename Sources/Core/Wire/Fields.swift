/// The keys of a message, read one by one.
struct Fields {
  let object: JSONObject

  init(_ object: JSONObject) { self.object = object }

  func soundCommand() throws(Refusal) -> SoundCommand {
    let aps = object["aps"]
    if let aps, aps.object == nil { throw Refusal("aps", "an object is wanted, not \(aps.kind)") }
    let inside = aps?.object?["soundCommand"]
    let beside = object["soundCommand"]
    if let inside, let beside, inside != beside {
      throw Refusal("soundCommand", "differs from aps.soundCommand")
    }
    guard let value = inside ?? beside else { throw Refusal("aps.soundCommand", "is missing") }
    return try Self.soundCommand(value, inside == nil ? "soundCommand" : "aps.soundCommand")
  }

  /// The sound command of a member, not of `aps`.
  func soundCommand(_ key: String) throws(Refusal) -> SoundCommand {
    guard let value = object[key] else { throw Refusal(key, "is missing") }
    return try Self.soundCommand(value, key)
  }

  private static func soundCommand(
    _ value: JSON, _ field: String
  ) throws(Refusal) -> SoundCommand {
    guard case .string(let text) = value else {
      throw Refusal(field, "a string is wanted, not \(value.kind)")
    }
    do { return try SoundCommand(text) } catch { throw Refusal(field, error) }
  }

  func id(_ key: String) throws(Refusal) -> String {
    guard let value = object[key] else { throw Refusal(key, "is missing") }
    guard let text = value.text else {
      throw Refusal(key, "a string is wanted, not \(value.kind)")
    }
    return try VoiceCommand.checkedID(text, field: key)
  }

  /// The id space; `nil` if the message names none.
  func source() throws(Refusal) -> String? {
    [nil, .null, ""].contains(object["source"]) ? nil : try id("source")
  }

  /// What an acknowledgement names; the id if the message says nothing else.
  func order(orElse id: String) throws(Refusal) -> String {
    [nil, .null].contains(object["order"]) ? id : try self.id("order")
  }

  func integer(_ key: String, in range: ClosedRange<Int>) throws(Refusal) -> Int? {
    guard let value = object[key], value != .null else { return nil }
    guard let text = value.text, let number = Int(text), !text.hasPrefix("+") else {
      throw Refusal(key, "an integer is wanted, not \(value.text.map { quoted($0) } ?? value.kind)")
    }
    guard range.contains(number) else {
      throw Refusal(key, "\(number) is not in \(range.lowerBound)-\(range.upperBound)")
    }
    return number
  }

  func timestamp(_ key: String) throws(Refusal) -> Timestamp? {
    guard let value = object[key], value != .null else { return nil }
    guard case .string(let text) = value, let timestamp = Timestamp(text) else {
      throw Refusal(key, "a moment like 2026-11-29T12:00:00Z is wanted (RFC 3339)")
    }
    return timestamp
  }

  func priority() throws(Refusal) -> Priority {
    guard let value = object["priority"], value != .null else { return .normal }
    guard case .string(let text) = value, let priority = Priority(rawValue: text) else {
      throw Refusal("priority", "low, normal or high is wanted")
    }
    return priority
  }
}

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

  /// Whether the box reports that its clock is synchronized.
  func clockIsSynced() -> Bool { object["clock"] == .string("synced") }
}

/// The keys of requests and answers.
extension Fields {
  func transaction() throws(Refusal) -> String? {
    guard let value = object["transaction"], value != .null else { return nil }
    guard let text = value.text else {
      throw Refusal("transaction", "a string is wanted, not \(value.kind)")
    }
    if text.utf8.count > Request.longestTransaction {
      throw Refusal(
        "transaction", "\(text.utf8.count) bytes long, more than \(Request.longestTransaction)")
    }
    return text
  }

  func scope() throws(Refusal) -> Request.Scope {
    guard let value = object["scope"], value != .null else { return .current }
    guard case .string(let text) = value, let scope = Request.Scope(rawValue: text) else {
      throw Refusal("scope", "current, queue or all is wanted")
    }
    return scope
  }

  func mute() throws(Refusal) -> Request.Mute {
    switch object["until"] {
    case nil, .null, .bool(false), .string("off"): return .off
    case .string(let text):
      if let moment = Timestamp(text) { return .until(moment) }
    default: break
    }
    throw Refusal("until", "a moment like 2026-11-29T12:00:00Z is wanted (RFC 3339), or off")
  }
}

/// Why a message cannot be announced: the field at fault and what is wrong with it.
///
/// It becomes the `reason` of a receipt with the outcome `rejected`, code 6.
public struct Refusal: Error, Equatable, CustomStringConvertible {
  /// The field, as a dotted path in the message or a key of the rule, such as `aps.soundCommand`.
  public let field: String
  /// What is wrong with it.
  public let fault: String

  /// Describes a refusal.
  ///
  /// - Parameters:
  ///   - field: The field at fault.
  ///   - fault: What is wrong with it.
  public init(_ field: String, _ fault: some CustomStringConvertible) {
    self.field = field
    self.fault = fault.description
  }

  public var description: String { "\(field): \(fault)" }
}

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

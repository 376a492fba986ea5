import Wire

/// The built-in rule: the messages that vendors of sound boxes have documented, and nothing else.
///
/// A message must have a whole known shape: each of its members belongs to the shape, its mark of success
/// is there, and its unit is known. Anything else is refused, with the member that is at fault; a unit, a
/// sign of success or a provider is never guessed.
struct KnownShape: Sendable {
  /// What a member is for.
  enum Role: Sendable, Equatable {
    /// The business event.
    case id
    /// A decimal in major units.
    case major
    /// A text with a point in it, in major units; without the point the unit is unknown.
    case decimalText
    /// A whole number of minor units; the currency, if the name itself says it.
    case minor(String?)
    /// An ISO 4217 code, in capitals or not.
    case currency
    /// A mark of success: one of these.
    case success([String])
    /// The payment method, by the names that vendors use.
    case provider
    case issuedAt
    case expiresAt
    case hasHandled
    /// Kept by the back end for itself.
    case other
  }

  /// What the shape is called in refusals.
  let name: String
  /// The members, and the purpose of each.
  let members: [String: Role]
  /// The members that must be there; of each list one.
  let required: [[String]]
  /// The currency, if the shape has only one.
  let currency: String?

  /// Reads a message.
  ///
  /// - Parameters:
  ///   - payload: The message as it came.
  ///   - arrival: When it came.
  /// - Returns: What it says, or which member is at fault.
  static func read(_ payload: [UInt8], at arrival: Timestamp) -> OrderEvent {
    let message: JSON
    do { message = try PayloadReader.read(payload, [.json], field: "message") } catch {
      return .refused(nil, element: 0, error)
    }
    guard let object = message.object else {
      return .refused(
        nil, element: 0, Refusal("message", "an object is wanted, not \(message.kind)"))
    }
    var event: EventID?
    do throws(Refusal) {
      if object["aps"] != nil || object["soundCommand"] != nil {
        event = VoiceCommand.event(of: message)
        return .instruction(Instruction(announcing: try VoiceCommand(message)))
      }
      // The receipt names the id even if nothing else of the message is known.
      event = (try? all.last?.id(object)).flatMap(\.self).map { EventID(id: $0) }
      let shape = try shape(of: object)
      let id = try shape.id(object)
      event = id.map { EventID(id: $0) }
      return .instruction(
        Instruction(announcing: try shape.command(object, id: id, at: arrival)))
    } catch {
      return .refused(event, element: 0, error)
    }
  }

  /// The shape that has all members of a message and all of whose own are there.
  private static func shape(of object: JSONObject) throws(Refusal) -> KnownShape {
    if let member = failure(in: object, depth: 0) {
      throw Refusal(member, "tells of a payment that failed or was given back")
    }
    let present = object.members.filter { $0.value != .null && $0.value != "" }
    let shapes = all.filter { shape in
      shape.required.allSatisfy { names in
        names.contains { name in present.contains { $0.key == name } }
      }
    }
    if let shape = shapes.first(where: { shape in
      present.allSatisfy { shape.members[$0.key] != nil }
    }) {
      return shape
    }
    let names =
      "the built-in rule knows the messages of "
      + all.map(\.name).joined(separator: ", ") + "; write a rule for others"
    guard let shape = shapes.last,
      let unknown = present.first(where: { shape.members[$0.key] == nil })
    else {
      throw Refusal("message", "no known mark of success and unit; \(names)")
    }
    throw Refusal(unknown.key, "is no member of a message of \(shape.name); \(names)")
  }

  /// The first member that tells of a payment that was not made, at any depth.
  private static func failure(in object: JSONObject, depth: Int) -> String? {
    for member in object.members {
      let key = member.key.lowercased()
      switch member.value {
      case .object(let inner):
        if let found = failure(in: inner, depth: depth + 1) { return "\(member.key).\(found)" }
      case .array(let elements):
        for case .object(let inner) in elements {
          if let found = failure(in: inner, depth: depth + 1) { return "\(member.key).\(found)" }
        }
      case .bool(let flag):
        let isBad = failures.contains { contains(key, $0) }
        if flag == isBad, isBad || ["success", "paid", "succeeded", "ok"].contains(key) {
          return member.key
        }
      case .string(let text) where !["content", "text"].contains(key):
        let value = text.lowercased()
        if failures.contains(where: { contains(value, $0) }) { return member.key }
      default: break
      }
    }
    return nil
  }

  private static func contains(_ text: String, _ word: String) -> Bool {
    let (text, word) = (Array(text.utf8), Array(word.utf8))
    guard text.count >= word.count else { return false }
    return (0...(text.count - word.count)).contains { text[$0...].starts(with: word) }
  }

  /// The value of the one member that has a role; refused if several members have it.
  private func value(
    _ object: JSONObject, _ hasRole: (Role) -> Bool
  ) throws(Refusal) -> (key: String, value: JSON)? {
    let found = object.members.filter { member in
      member.value != .null && member.value != "" && members[member.key].map(hasRole) == true
    }
    guard found.count <= 1 else {
      throw Refusal(found[1].key, "says the same as \(found[0].key); which one counts is not known")
    }
    return found.first.map { ($0.key, $0.value) }
  }

  private func id(_ object: JSONObject) throws(Refusal) -> String? {
    guard let (key, value) = try value(object, { $0 == .id }) else { return nil }
    guard let text = value.text else {
      throw Refusal(key, "a string or a number is wanted, not \(value.kind)")
    }
    return try VoiceCommand.checkedID(text, field: key)
  }

  private func command(
    _ object: JSONObject, id: String?, at arrival: Timestamp
  ) throws(Refusal) -> VoiceCommand {
    for member in object.members where member.value != .null && member.value != "" {
      guard case .success(let marks)? = members[member.key] else { continue }
      guard let text = member.value.text,
        marks.contains(where: { $0.lowercased() == text.lowercased() })
      else {
        throw Refusal(
          member.key,
          "\(member.value.text.map { quoted($0) } ?? member.value.kind) is no success that is known"
        )
      }
    }
    let (amount, field) = try money(object)
    let soundCommand: SoundCommand
    do {
      guard let name = Name(rawValue: "payment.\(try provider(object))") else {
        throw Refusal("message", "no phrase for this payment")
      }
      soundCommand = try SoundCommand([.name(name), .money(amount)])
    } catch let error as SoundCommandFault {
      throw Refusal(field, error)
    } catch let error as Refusal {
      throw error
    } catch {
      throw Refusal(field, "\(error)")
    }
    var command = VoiceCommand(id: id ?? "", soundCommand: soundCommand)
    command.issuedAt = try moment(object, .issuedAt) ?? arrival
    command.expiresAt = try moment(object, .expiresAt)
    if let (key, value) = try value(object, { $0 == .hasHandled }) {
      guard let text = value.text, text == "0" || text == "1" else {
        throw Refusal(key, "0 or 1 is wanted")
      }
      command.hasHandled = text == "1"
    }
    return command
  }

  private func moment(_ object: JSONObject, _ role: Role) throws(Refusal) -> Timestamp? {
    guard let (key, value) = try value(object, { $0 == role }) else { return nil }
    guard let text = value.text, let moment = Timestamp(text) else {
      throw Refusal(key, "a moment like 2026-11-29T12:00:00Z is wanted (RFC 3339)")
    }
    return moment
  }

  private func money(_ object: JSONObject) throws(Refusal) -> (Money, String) {
    let isAmount: (Role) -> Bool = { role in
      switch role {
      case .major, .decimalText, .minor: true
      default: false
      }
    }
    guard let (key, value) = try value(object, isAmount), let role = members[key] else {
      throw Refusal("message", "no amount")
    }
    guard let text = value.text else {
      throw Refusal(key, "a string or a number is wanted, not \(value.kind)")
    }
    let stated = try statedCurrency(object)
    var code = currency
    if case .minor(let own?) = role { code = own }
    guard let currency = code.flatMap({ Currency(rawValue: $0) }) ?? stated else {
      throw Refusal("currency", "is missing, so that the unit is not known")
    }
    guard stated == nil || stated == currency else {
      throw Refusal("currency", "contradicts \(key), which is in \(currency.rawValue)")
    }
    if case .minor = role { return (try Self.minor(text, currency, key), key) }
    if role == .decimalText {
      guard case .string = value, text.utf8.contains(UInt8(ascii: ".")) else {
        throw Refusal(key, "the unit is not known: a text with a decimal point is wanted")
      }
    }
    do { return (try Money(text, in: currency), key) } catch { throw Refusal(key, error) }
  }

  private static func minor(
    _ text: String, _ currency: Currency, _ key: String
  ) throws(Refusal) -> Money {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let minorUnits = Int(text)
    else { throw Refusal(key, "a whole number of minor units is wanted") }
    return Money(minorUnits: minorUnits, in: currency)
  }

  private func statedCurrency(_ object: JSONObject) throws(Refusal) -> Currency? {
    guard let (key, value) = try value(object, { $0 == .currency }) else { return nil }
    guard let currency = Currency(rawValue: (value.text ?? "").uppercased()) else {
      throw Refusal(key, "\(quoted(value.text ?? value.kind)) is no ISO 4217 code")
    }
    return currency
  }

  private func provider(_ object: JSONObject) throws(Refusal) -> String {
    guard let (_, value) = try value(object, { $0 == .provider }), let text = value.text else {
      return "received"
    }
    return Self.providers[text.lowercased()] ?? "received"
  }
}

/// One thing to announce, in the form that phones get by push and boxes by MQTT.
///
/// The keys are those of the protocol, section “Voice command”. Keys that this project does not know
/// are kept and passed on.
public struct VoiceCommand: Sendable, Equatable {
  /// The longest ``id`` and ``order``, in bytes of UTF-8.
  public static let longestID = 128

  /// The business event: the only key by which duplicates are found.
  ///
  /// Empty in a command made of an order message that names none: the box gives it an id when it stores
  /// it. Two equal payments are common, and both must be heard.
  public var id: String
  /// The id space of ``id``; `nil` for the one that all share who name none.
  public var source: String?
  /// What an acknowledgement names; the same as ``id`` unless the back end says otherwise.
  public var order: String {
    get { ownOrder ?? id }
    set { ownOrder = newValue == id ? nil : newValue }
  }
  private var ownOrder: String?
  /// What to say.
  public var soundCommand: SoundCommand
  /// 4 repeats until acknowledged, anything else speaks once.
  public var act: Int = 0
  /// When the back end issued it.
  public var issuedAt: Timestamp?
  /// When it becomes worthless; looked at when it would be spoken.
  public var expiresAt: Timestamp?
  /// Its place in the queue.
  public var priority: Priority = .normal
  /// The gain for this announcement alone, 0–100 per cent; `nil` leaves the box's own.
  public var volume: Int?
  /// Whether some channel of the store has spoken it already.
  public var hasHandled = false
  /// All keys of the message as it came, known and unknown; empty for a command made here.
  private(set) var original = JSONObject()

  /// Makes a command to be spoken once.
  ///
  /// - Parameters:
  ///   - id: The business event, 1–128 bytes; empty if it is to be given later.
  ///   - order: What an acknowledgement names; `nil` stands for `id`.
  ///   - soundCommand: What to say.
  public init(id: String, order: String? = nil, soundCommand: SoundCommand) {
    self.id = id
    self.soundCommand = soundCommand
    ownOrder = order == id ? nil : order
  }

  /// The business event.
  public var event: EventID { EventID(source: source, id: id) }

  /// Whether it is repeated until acknowledged (`act` 4).
  public var isRepeated: Bool { act == 4 }
}

extension VoiceCommand {
  /// Reads a voice command, wherever it came from.
  ///
  /// Integers may be numbers or strings of digits; `soundCommand` may stand in `aps` or beside it.
  ///
  /// - Parameter message: The message.
  /// - Throws: ``Refusal``, which names the first field at fault.
  public init(_ message: JSON) throws(Refusal) {
    guard let object = message.object else {
      throw Refusal("message", "an object is wanted, not \(message.kind)")
    }
    let fields = Fields(object)
    soundCommand = try fields.soundCommand()
    id = try fields.id("id")
    let order = try fields.order(orElse: id)
    ownOrder = order == id ? nil : order
    act = try fields.integer("act", in: Int.min...Int.max) ?? 0
    issuedAt = try fields.timestamp("issuedAt")
    expiresAt = try fields.timestamp("expiresAt")
    priority = try fields.priority()
    volume = try fields.integer("volume", in: 0...100)
    hasHandled = try fields.integer("hasHandled", in: 0...1) == 1
    source = try fields.source()
    original = object
  }

  /// The command as a message, unknown keys included; `aps.mutable-content` is always 1, since an iOS
  /// notification extension does not run without it.
  public var json: JSON {
    var object = original
    var aps = object["aps"]?.object ?? JSONObject()
    aps["mutable-content"] = .number(JSONNumber(1))
    aps["soundCommand"] = .string(soundCommand.text)
    object["soundCommand"] = nil
    object["aps"] = .object(aps)
    object["id"] = .string(id)
    object["source"] = source.map { .string($0) }
    object["order"] = .string(order)
    object["act"] = .number(JSONNumber(act))
    object["issuedAt"] = issuedAt.map { .string($0.description) }
    object["expiresAt"] = expiresAt.map { .string($0.description) }
    object["priority"] = .string(priority.rawValue)
    object["volume"] = volume.map { .number(JSONNumber($0)) }
    object["hasHandled"] = .number(JSONNumber(hasHandled ? 1 : 0))
    return .object(object)
  }

  /// The event of a message, even if nothing else of it makes a voice command.
  ///
  /// - Parameter message: The message.
  /// - Returns: The event, if its id has the protocol's form.
  public static func event(of message: JSON) -> EventID? {
    guard let fields = message.object.map({ Fields($0) }), let id = try? fields.id("id") else {
      return nil
    }
    return EventID(source: (try? fields.source()) ?? nil, id: id)
  }

  /// What a message announces, even if this version does not understand what it says.
  ///
  /// - Parameter message: The message.
  /// - Returns: Event and order; `nil` if they do not have the protocol's form.
  public static func names(of message: JSON) -> (event: EventID, order: String)? {
    guard let object = message.object else { return nil }
    let fields = Fields(object)
    do throws(Refusal) {
      let id = try fields.id("id")
      return (EventID(source: try fields.source(), id: id), try fields.order(orElse: id))
    } catch {
      return nil
    }
  }

  /// Checks an id against the protocol's form.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - field: The field it came from.
  /// - Returns: The same id.
  /// - Throws: ``Refusal`` if it is empty, longer than ``longestID`` bytes, or has control characters.
  public static func checkedID(_ id: String, field: String) throws(Refusal) -> String {
    if id.isEmpty { throw Refusal(field, "must not be empty") }
    if id.utf8.count > longestID {
      throw Refusal(field, "\(id.utf8.count) bytes long, more than \(longestID)")
    }
    guard id.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
      throw Refusal(field, "control characters are refused")
    }
    return id
  }
}

/// A command's place in the queue.
public enum Priority: String, Sendable, CaseIterable {
  case low, normal, high
}

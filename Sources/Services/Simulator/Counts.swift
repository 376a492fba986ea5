public import Wire

/// What virtual boxes and their back end have done.
public struct Counts: Sendable, Equatable {
  /// How many boxes there are.
  public var boxes = 0
  /// How many of them are connected.
  public var online = 0
  /// How often a box has connected.
  public var connects = 0
  /// How often a connection was cut on purpose.
  public var cuts = 0
  /// How many orders the broker has accepted.
  public var published = 0
  /// How many commands were accepted for the first time.
  public var accepted = 0
  /// How many `delivered` receipts there are.
  public var delivered = 0
  /// How many `handled` receipts there are, by outcome.
  public var handled: [String: Int] = [:]
  /// How many receipts there are, each counted once.
  public var receipts = 0
  /// How many were meant to be published again: by a fault, a repeated command or a request.
  public var repeated = 0
  /// How many publications of receipts the broker has accepted.
  public var sent = 0
  /// How many requests were received.
  public var requests = 0

  private static var numbers: [(String, WritableKeyPath<Counts, Int>)] {
    [
      ("boxes", \.boxes), ("online", \.online), ("connects", \.connects), ("cuts", \.cuts),
      ("published", \.published), ("accepted", \.accepted), ("delivered", \.delivered),
      ("receipts", \.receipts), ("repeated", \.repeated), ("sent", \.sent),
      ("requests", \.requests),
    ]
  }

  /// Starts with nothing done.
  public init() {}

  /// Reads what ``json`` writes.
  ///
  /// - Parameter json: An object; other members do not count.
  public init?(_ json: JSON) {
    guard let object = json.object, let handled = object["handled"]?.object else { return nil }
    for (name, path) in Self.numbers {
      guard let number = object[name]?.text.flatMap({ Int($0) }) else { return nil }
      self[keyPath: path] = number
    }
    for member in handled.members {
      self.handled[member.key] = member.value.text.flatMap { Int($0) }
    }
  }

  /// Adds other counts.
  ///
  /// - Parameter other: What others have done.
  public mutating func add(_ other: Counts) {
    for (_, path) in Self.numbers { self[keyPath: path] += other[keyPath: path] }
    handled.merge(other.handled, uniquingKeysWith: +)
  }

  /// How many commands were handled.
  public var handledInAll: Int { handled.values.reduce(0, +) }

  /// The numbers for scripts.
  public var json: JSONObject {
    var object = JSONObject()
    for (name, path) in Self.numbers { object[name] = .number(JSONNumber(self[keyPath: path])) }
    var outcomes = JSONObject()
    for (name, count) in handled.sorted(by: { $0.key < $1.key }) {
      outcomes[name] = .number(JSONNumber(count))
    }
    object["handled"] = .object(outcomes)
    return object
  }

  /// The numbers for a person, in a line.
  public var line: String {
    let outcomes = handled.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return "online \(online) of \(boxes), orders \(published), delivered \(delivered), "
      + "handled \(handledInAll)"
      + (outcomes.isEmpty ? "" : " (\(outcomes.joined(separator: ", ")))")
  }
}

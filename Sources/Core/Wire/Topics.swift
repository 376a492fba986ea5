/// The topics of one box.
///
/// Every topic is a template, in which `{store}` and `{box}` stand for the box's own; the defaults are
/// those of the protocol, section “Topics”.
public struct Topics: Sendable, Equatable {
  /// What a topic is for.
  public enum Purpose: String, Sendable, CaseIterable {
    /// Voice commands for this box.
    case command
    /// Voice commands for all boxes of the store.
    case storeCommand
    /// Receipts that a command is on the disk.
    case delivered
    /// Receipts that a command has been dealt with.
    case handled
    /// Birth, will and goodbye, retained.
    case state
    /// What the box is, retained.
    case info
    /// How the box does, retained, with an expiry.
    case health
    /// Requests to this box, a verb to a topic.
    case request
    /// Requests to all boxes of the store.
    case storeRequest
    /// Answers to requests that name no response topic.
    case response

    /// The protocol's template.
    public var template: String {
      switch self {
      case .command: "soundbox/v1/{store}/{box}/command"
      case .storeCommand: "soundbox/v1/{store}/all/command"
      case .delivered: "soundbox/v1/{store}/{box}/receipt/delivered"
      case .handled: "soundbox/v1/{store}/{box}/receipt/handled"
      case .state: "soundbox/v1/{store}/{box}/state"
      case .info: "soundbox/v1/{store}/{box}/info"
      case .health: "soundbox/v1/{store}/{box}/health"
      case .request: "soundbox/v1/{store}/{box}/request/{verb}"
      case .storeRequest: "soundbox/v1/{store}/all/request/{verb}"
      case .response: "soundbox/v1/{store}/{box}/response/{verb}"
      }
    }

    /// Whether the topic has a level for the verb of a request.
    public var namesVerb: Bool {
      switch self {
      case .request, .storeRequest, .response: true
      default: false
      }
    }

    /// Whether a template can serve this purpose: for requests and responses, exactly one of its levels
    /// must be `{verb}` and nothing else.
    ///
    /// - Parameter template: The template.
    /// - Returns: Whether it can.
    public func takes(_ template: String) -> Bool {
      !namesVerb || Topics.levels(template).count { $0 == Topics.verbLevel } == 1
    }
  }

  /// The level of a template that stands for the verb of a request.
  static let verbLevel = "{verb}"

  /// The level, or the part of one, that stands for the box's name.
  static let boxName = "{box}"

  private let store: Identifier
  private let templates: [Purpose: String]
  private let topics: [Purpose: String]
  /// Where the verb stands in the topics of requests to this box, and to all boxes of the store.
  let requests: [VerbTopic]

  /// Fills the templates.
  ///
  /// - Parameters:
  ///   - store: The store's name.
  ///   - box: The box's name.
  ///   - templates: Templates that differ from the protocol's.
  public init(store: Identifier, box: Identifier, templates: [Purpose: String] = [:]) {
    var topics: [Purpose: String] = [:]
    for purpose in Purpose.allCases {
      topics[purpose] = Self.fill(templates[purpose] ?? purpose.template, store: store, box: box)
    }
    self.topics = topics
    requests = [Purpose.request, .storeRequest].map { VerbTopic(topics[$0] ?? $0.template) }
    self.templates = templates
    self.store = store
  }

  /// The topics of another box of the store, by the same templates.
  ///
  /// - Parameter box: The other box's name.
  /// - Returns: Its topics.
  public func of(_ box: Identifier) -> Topics {
    Topics(store: store, box: box, templates: templates)
  }

  /// The topic for a purpose; in those of requests and responses, `{verb}` stands for the verb.
  public subscript(purpose: Purpose) -> String { topics[purpose] ?? purpose.template }

  /// Whether voice commands come under `topic`.
  ///
  /// - Parameter topic: The topic of a message.
  /// - Returns: Whether it is one of the two command topics.
  public func carriesCommands(_ topic: String) -> Bool {
    topic == self[.command] || topic == self[.storeCommand]
  }

  /// The template for a purpose, in which only the box's name and the verb are open.
  func boxesTemplate(_ purpose: Purpose) -> String {
    Self.fill(
      templates[purpose] ?? purpose.template, store: store.rawValue, box: Self.boxName)
  }

  /// The levels of a topic.
  ///
  /// Brokers divide it at the byte `/`, also where a mark that combines with it follows.
  ///
  /// - Parameter topic: The topic.
  /// - Returns: Its levels, empty ones among them.
  package static func levels(_ topic: String) -> [Substring] {
    topic.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { Substring($0) }
  }

  /// Puts the names of store and box into a template.
  ///
  /// - Parameters:
  ///   - template: A topic or topic filter with `{store}` and `{box}` in it.
  ///   - store: The store's name.
  ///   - box: The box's name.
  /// - Returns: The topic or filter.
  public static func fill(_ template: String, store: Identifier, box: Identifier) -> String {
    fill(template, store: store.rawValue, box: box.rawValue)
  }

  private static func fill(_ template: String, store: String, box: String) -> String {
    var filled = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      filled += rest[..<open]
      switch rest[open...close] {
      case "{store}": filled += store
      case boxName: filled += box
      case let other: filled += other
      }
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest
  }
}

/// An MQTT topic filter, such as `shop/orders/+`.
public struct TopicFilter: RawRepresentable, Sendable, Hashable {
  /// The filter as it is subscribed to.
  public let rawValue: String
  private let levels: [Substring]

  /// Takes a filter of the form that MQTT 5.0, 4.7.1 allows.
  ///
  /// - Parameter rawValue: The filter: `+` alone in a level, `#` alone in the last one, no U+0000,
  ///   1–65,535 bytes.
  public init?(rawValue: String) {
    let levels = Topics.levels(rawValue)
    let (plus, hash) = (UInt8(ascii: "+"), UInt8(ascii: "#"))
    guard (1...65_535).contains(rawValue.utf8.count), !rawValue.unicodeScalars.contains("\0"),
      levels.allSatisfy({ $0 == "+" || !$0.utf8.contains(plus) }),
      levels.dropLast().allSatisfy({ !$0.utf8.contains(hash) }),
      levels.last.map({ $0 == "#" || !$0.utf8.contains(hash) }) == true
    else { return nil }
    self.rawValue = rawValue
    self.levels = levels
  }

  /// Whether a message published under `topic` is one this filter asks for (MQTT 5.0, 4.7).
  ///
  /// - Parameter topic: The topic of a message.
  /// - Returns: Whether it fits; topics that begin with `$` fit no filter that begins with a wildcard.
  public func matches(_ topic: String) -> Bool {
    if topic.utf8.first == UInt8(ascii: "$"), levels[0] == "+" || levels[0] == "#" { return false }
    let names = Topics.levels(topic)
    for (index, level) in levels.enumerated() {
      if level == "#" { return true }
      guard index < names.count, level == "+" || level.utf8.elementsEqual(names[index].utf8) else {
        return false
      }
    }
    return names.count == levels.count
  }
}

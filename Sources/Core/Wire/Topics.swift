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

  private let topics: [Purpose: String]
  private let boxesResponse: String

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
    let response = Self.levels(templates[.response] ?? Purpose.response.template)
    boxesResponse = response.map { level in
      level.contains("{box}") ? "+" : Self.fill(String(level), store: store, box: box)
    }.joined(separator: "/")
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

  /// What to subscribe to for a purpose: the topic, with `+` for the verb if it has one.
  ///
  /// - Parameter purpose: The purpose.
  /// - Returns: A topic filter.
  public func filter(_ purpose: Purpose) -> String {
    purpose.namesVerb ? naming("+", in: self[purpose]) : self[purpose]
  }

  /// The verb of a request, if it is one to this box or to all boxes of its store.
  ///
  /// - Parameter topic: The topic of a message.
  /// - Returns: The verb, known or not; `nil` if no request comes under `topic`.
  public func verb(of topic: String) -> String? {
    verb(of: topic, under: .request) ?? verb(of: topic, under: .storeRequest)
  }

  /// Whether `topic` speaks to all boxes of the store, with a voice command or a request.
  ///
  /// - Parameter topic: The topic of a message.
  /// - Returns: Whether it does; `false` if it is one of this box's own topics too.
  public func isForStore(_ topic: String) -> Bool {
    if topic == self[.command] || verb(of: topic, under: .request) != nil { return false }
    return topic == self[.storeCommand] || verb(of: topic, under: .storeRequest) != nil
  }

  /// The topic of a request to this box.
  ///
  /// - Parameter verb: What is asked.
  /// - Returns: The topic.
  public func request(_ verb: String) -> String { naming(verb, in: self[.request]) }

  /// The topic of a request to all boxes of the store.
  ///
  /// - Parameter verb: What is asked.
  /// - Returns: The topic.
  public func storeRequest(_ verb: String) -> String { naming(verb, in: self[.storeRequest]) }

  /// The topic of this box's answer to a request that names no response topic.
  ///
  /// - Parameter verb: What was asked.
  /// - Returns: The topic.
  public func response(to verb: String) -> String { naming(verb, in: self[.response]) }

  /// The filter for the answers of all boxes of the store.
  ///
  /// - Parameter verb: What was asked.
  /// - Returns: The filter: `+` stands for each level with the box's name in it.
  public func responses(to verb: String) -> String { naming(verb, in: boxesResponse) }

  static func levels(_ topic: String) -> [Substring] {
    topic.split(separator: "/", omittingEmptySubsequences: false)
  }

  private func naming(_ verb: String, in topic: String) -> String {
    Self.levels(topic).map { $0 == Self.verbLevel ? verb : String($0) }.joined(separator: "/")
  }

  private func verb(of topic: String, under purpose: Purpose) -> String? {
    let (wanted, levels) = (Self.levels(self[purpose]), Self.levels(topic))
    guard wanted.count == levels.count, let place = wanted.firstIndex(of: Self.verbLevel[...]),
      zip(wanted, levels).enumerated().allSatisfy({ $0 == place || $1.0 == $1.1 })
    else { return nil }
    return String(levels[place])
  }

  /// Puts the names of store and box into a template.
  ///
  /// - Parameters:
  ///   - template: A topic or topic filter with `{store}` and `{box}` in it.
  ///   - store: The store's name.
  ///   - box: The box's name.
  /// - Returns: The topic or filter.
  public static func fill(_ template: String, store: Identifier, box: Identifier) -> String {
    var filled = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      filled += rest[..<open]
      switch rest[open...close] {
      case "{store}": filled += store.rawValue
      case "{box}": filled += box.rawValue
      case let other: filled += other
      }
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest
  }
}

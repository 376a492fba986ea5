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

    /// The protocol's template.
    var template: String {
      switch self {
      case .command: "soundbox/v1/{store}/{box}/command"
      case .storeCommand: "soundbox/v1/{store}/all/command"
      case .delivered: "soundbox/v1/{store}/{box}/receipt/delivered"
      case .handled: "soundbox/v1/{store}/{box}/receipt/handled"
      case .state: "soundbox/v1/{store}/{box}/state"
      }
    }
  }

  private let topics: [Purpose: String]

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
  }

  /// The topic for a purpose.
  public subscript(purpose: Purpose) -> String { topics[purpose] ?? purpose.template }

  /// Whether voice commands come under `topic`.
  ///
  /// - Parameter topic: The topic of a message.
  /// - Returns: Whether it is one of the two command topics.
  public func carriesCommands(_ topic: String) -> Bool {
    topic == self[.command] || topic == self[.storeCommand]
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

/// The topics of many boxes, by the same templates as theirs.
public struct FleetTopics: Sendable {
  /// Whom a topic speaks of.
  public struct Place: Sendable, Equatable {
    /// What the topic is for.
    public let purpose: Topics.Purpose
    /// The store.
    public let store: Identifier
    /// The box; `nil` for all boxes of the store.
    public let box: Identifier?
    /// The verb of a request or a response.
    public let verb: String?
  }

  private static let levels: [Substring] = ["{store}", "{box}", "{verb}"]

  private let templates: [Topics.Purpose: String]
  /// The templates in levels.
  private let patterns: [(purpose: Topics.Purpose, levels: [Substring])]

  /// Fixes the templates.
  ///
  /// - Parameter templates: Those that differ from the protocol's.
  /// - Throws: ``Refusal`` if a template does not let store and box be told from the topic: each of
  ///   `{store}` and `{box}` must be a level of its own.
  public init(templates: [Topics.Purpose: String] = [:]) throws(Refusal) {
    self.templates = templates
    var patterns: [(purpose: Topics.Purpose, levels: [Substring])] = []
    for purpose in Topics.Purpose.allCases {
      let template = templates[purpose] ?? purpose.template
      let levels = Topics.levels(template)
      let names: [Substring] = purpose.isForStore ? ["{store}"] : ["{store}", "{box}"]
      guard names.allSatisfy({ name in levels.count { $0 == name } == 1 }),
        levels.allSatisfy({ Self.levels.contains($0) || !$0.contains("{") })
      else {
        throw Refusal("\(purpose)", "'\(template)' must have \(names) as levels of their own")
      }
      patterns.append((purpose, levels))
    }
    self.patterns = patterns
  }

  /// What to subscribe to.
  ///
  /// - Parameters:
  ///   - purpose: What for.
  ///   - store: The store; `nil` for all.
  /// - Returns: A topic filter.
  public func filter(_ purpose: Topics.Purpose, store: Identifier? = nil) -> String {
    Topics.levels(templates[purpose] ?? purpose.template).map { level in
      switch level {
      case "{store}": store?.rawValue ?? "+"
      case "{box}", "{verb}": "+"
      default: String(level)
      }
    }.joined(separator: "/")
  }

  /// The topics of one box.
  ///
  /// - Parameter box: The box.
  /// - Returns: Its topics.
  public func of(_ box: BoxName) -> Topics {
    Topics(store: box.store, box: box.box, templates: templates)
  }

  /// Reads a topic.
  ///
  /// - Parameter topic: The topic of a message.
  /// - Returns: Whom it speaks of; `nil` if it is none of these topics.
  public func place(of topic: String) -> Place? {
    let names = Topics.levels(topic)
    for (purpose, levels) in patterns where levels.count == names.count {
      var (store, box, verb): (Identifier?, Identifier?, String?)
      let fits = zip(levels, names).allSatisfy { level, name in
        switch level {
        case "{store}":
          store = Identifier(rawValue: String(name))
          return store != nil
        case "{box}":
          box = Identifier(rawValue: String(name))
          return box != nil
        case "{verb}":
          verb = String(name)
          return true
        default: return level == name
        }
      }
      guard fits, let store else { continue }
      return Place(purpose: purpose, store: store, box: box, verb: verb)
    }
    return nil
  }
}

extension Topics.Purpose {
  /// Whether it speaks to all boxes of a store.
  var isForStore: Bool { self == .storeCommand || self == .storeRequest }
}

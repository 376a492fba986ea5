/// One value of the text: a scalar, a list or a mapping.
final class Node {
  enum Content {
    /// The text as it stands, and whether it stood without quotes.
    case scalar(String, isPlain: Bool)
    case list([Node])
    case mapping(Mapping)
  }

  struct Mapping {
    /// In the order of the text, each key once.
    var entries: [(key: String, location: Location, value: Node)] = []
    private var values: [String: Node] = [:]

    subscript(key: String) -> Node? { values[key] }

    /// Adds an entry; `false` if the key is there already, and stays as it was.
    mutating func add(_ key: String, at location: Location, _ value: Node) -> Bool {
      guard values[key] == nil else { return false }
      values[key] = value
      entries.append((key, location, value))
      return true
    }
  }

  let content: Content
  let location: Location

  init(_ content: Content, at location: Location) {
    self.content = content
    self.location = location
  }

  /// Whether the text says that there is nothing.
  var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// What it is, for messages.
  var kind: String {
    switch content {
    case _ where isNull: "nothing"
    case .scalar(let text, let isPlain):
      (isPlain ? "" : "the text in quotes ") + "'\(text.prefix(40))\(text.count > 40 ? "…" : "")'"
    case .list: "a list"
    case .mapping: "keys with values"
    }
  }
}

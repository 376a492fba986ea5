/// One value of the text: a scalar, a list or a mapping.
final class Node {
  enum Content {
    /// The text, and whether it was unquoted.
    case scalar(String, isPlain: Bool)
    case list([Node])
    case mapping(Mapping)
  }

  struct Mapping {
    /// The entries in the order of the text, with unique keys.
    var entries: [(key: String, location: Location, value: Node)] = []
    private var values: [String: Node] = [:]

    subscript(key: String) -> Node? { values[key] }

    /// Adds an entry; returns `false` without a change if the key exists.
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

  /// Whether the value is null or empty.
  var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// A description for messages.
  var kind: String {
    switch content {
    case _ where isNull: "empty"
    case .scalar(let text, let isPlain):
      (isPlain ? "" : "the quoted text ") + "'\(text.prefix(40))\(text.count > 40 ? "…" : "")'"
    case .list: "a list"
    case .mapping: "a mapping"
    }
  }
}

/// A node and the path of keys that leads to it.
struct NodePath {
  let node: Node
  let keys: [any CodingKey]

  /// The path of a value inside this one.
  func inside(_ key: any CodingKey, _ node: Node) -> NodePath {
    NodePath(node: node, keys: keys + [key])
  }

  /// The path, optionally to a key of this node, as text: `orders[1].topic`.
  func name(_ key: String? = nil) -> String {
    var name = ""
    for part in keys {
      if let index = part.intValue {
        name += "[\(index)]"
      } else {
        name += name.isEmpty ? part.stringValue : ".\(part.stringValue)"
      }
    }
    guard let key else { return name }
    return name.isEmpty ? key : "\(name).\(key)"
  }

  /// The fault that the value is of the wrong kind.
  func mismatch(wanted: String, remedy: String = "") -> Refusal {
    let name = name()
    let subject = name.isEmpty ? "this text" : "'\(name)'"
    return Refusal(
      faults: [
        SettingsFault(
          node.location, "\(subject) must be \(wanted), but is \(node.kind)", remedy: remedy)
      ])
  }
}

/// The index of a value in a list.
struct IndexKey: CodingKey {
  let index: Int
  var intValue: Int? { index }
  var stringValue: String { String(index) }
  init(_ index: Int) { self.index = index }
  init?(intValue: Int) { index = intValue }
  init?(stringValue: String) { nil }
}

/// A key of a mapping with arbitrary keys.
struct NameKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Ends the decoding of one value; carries its faults unless they are recorded already.
struct Refusal: Error { var faults: [SettingsFault] = [] }

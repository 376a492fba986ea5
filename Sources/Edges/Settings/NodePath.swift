/// A node and the way that leads to it.
struct NodePath {
  let node: Node
  let path: [any CodingKey]

  /// The place of a value inside this one.
  func inside(_ key: any CodingKey, _ node: Node) -> NodePath {
    NodePath(node: node, path: path + [key])
  }

  /// The way to a key in here as people write it: `orders[1].topic`.
  func name(_ key: String? = nil) -> String {
    var name = ""
    for step in path {
      if let index = step.intValue {
        name += "[\(index)]"
      } else {
        name += name.isEmpty ? step.stringValue : ".\(step.stringValue)"
      }
    }
    guard let key else { return name }
    return name.isEmpty ? key : "\(name).\(key)"
  }

  /// That another kind of value is wanted here.
  func mismatch(wanted: String, remedy: String = "") -> Refusal {
    let name = name()
    let subject = name.isEmpty ? "this text" : "'\(name)'"
    return Refusal(
      faults: [
        SettingsFault(
          node.location, "\(subject) wants \(wanted), but has \(node.kind)", remedy: remedy)
      ])
  }
}

/// The place of a value in a list.
struct IndexKey: CodingKey {
  let index: Int
  var intValue: Int? { index }
  var stringValue: String { String(index) }
  init(_ index: Int) { self.index = index }
  init?(intValue: Int) { index = intValue }
  init?(stringValue: String) { nil }
}

/// A key of a mapping whose keys are data.
struct NameKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Ends the decoding of one value; the faults are not recorded yet, or empty if they are.
struct Refusal: Error { var faults: [SettingsFault] = [] }

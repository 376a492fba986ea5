/// The environment variables, which override the file.
struct Environment: Sendable {
  /// The prefix of their names, without the underscore; `nil` if no variables are read.
  let prefix: String?
  /// The variables with the prefix.
  let variables: [String: String]

  init(prefix: String?, variables: [String: String]) {
    self.prefix = prefix
    self.variables =
      prefix.map { prefix in
        variables.filter { $0.key.hasPrefix("\(prefix)_") }
      } ?? [:]
  }

  /// Whether any variable names a key inside the one that `name` names.
  func hasVariables(inside name: String) -> Bool {
    variables.keys.contains { $0.hasPrefix("\(name)_") }
  }

  /// The value of a variable as a node, if it is set.
  func node(_ name: String) throws(SettingsFault) -> Node? {
    guard let text = variables[name] else { return nil }
    let location = Location(variable: name)
    guard let first = text.first, "[{\"'".contains(first) else {
      return Node(.scalar(text, isPlain: true), at: location)
    }
    do throws(SettingsFault) {
      var composer = try Composer(text, at: location)
      let node = try composer.compose()
      if let duplicate = composer.duplicates.first { throw duplicate }
      return node.moved(to: location)
    } catch {
      throw SettingsFault(
        location, error.message, remedy: "quote text that begins with '\(first)'")
    }
  }

  /// The variable for the value at `path`; `nil` if no variables are read.
  func name(of path: some Sequence<any CodingKey>) -> String? {
    prefix.map { prefix in
      path.reduce(into: prefix) { name, key in name += "_\(Self.name(of: key.stringValue))" }
    }
  }

  /// The key `passwordFile` in a variable's name: `PASSWORD_FILE`.
  private static func name(of key: String) -> String {
    let (lower, upper) = (
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z")
    )
    let letters = Array(key.utf8)
    var name: [UInt8] = []
    for (index, letter) in letters.enumerated() {
      switch letter {
      case lower:
        name.append(letter - UInt8(ascii: "a") + UInt8(ascii: "A"))
      case upper:
        let next = index + 1 < letters.count ? letters[index + 1] : letter
        if index > 0, !upper.contains(letters[index - 1]) || lower.contains(next),
          name.last != UInt8(ascii: "_")
        {
          name.append(UInt8(ascii: "_"))
        }
        name.append(letter)
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        name.append(letter)
      default:
        name.append(UInt8(ascii: "_"))
      }
    }
    return String(decoding: name, as: UTF8.self)
  }
}

extension Node {
  /// The node with its descendants, all at one location.
  fileprivate func moved(to location: Location) -> Node {
    switch content {
    case .scalar:
      return Node(content, at: location)
    case .list(let nodes):
      return Node(.list(nodes.map { $0.moved(to: location) }), at: location)
    case .mapping(let old):
      var mapping = Mapping()
      for entry in old.entries {
        _ = mapping.add(entry.key, at: location, entry.value.moved(to: location))
      }
      return Node(.mapping(mapping), at: location)
    }
  }
}

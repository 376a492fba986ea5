/// The variables that may go before the file.
struct Environment: Sendable {
  /// How their names begin, without the underscore; empty if no variables are read.
  let prefix: String
  /// Those whose names begin so.
  let variables: [String: String]

  init(prefix: String?, variables: [String: String]) {
    self.prefix = prefix ?? ""
    self.variables =
      prefix.map { prefix in
        variables.filter { $0.key.hasPrefix("\(prefix)_") }
      } ?? [:]
  }

  /// Whether any variable names a key inside the one that `name` stands for.
  func hasVariables(inside name: String) -> Bool {
    variables.keys.contains { $0.hasPrefix("\(name)_") }
  }

  /// The value of a variable as a node, if there is such a variable.
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
        location, error.message, remedy: "put a text that begins with '\(first)' in quotes")
    }
  }

  /// `passwordFile` as it stands in a variable's name: `PASSWORD_FILE`.
  static func name(of key: String) -> String {
    var name = ""
    let characters = Array(key)
    for (index, character) in characters.enumerated() {
      let isNewWord =
        index > 0 && character.isUppercase
        && (!characters[index - 1].isUppercase
          || index + 1 < characters.count && characters[index + 1].isLowercase)
      if isNewWord, name.last != "_" { name += "_" }
      name += character.isLetter || character.isNumber ? character.uppercased() : "_"
    }
    return name
  }
}

extension Node {
  /// The same node and all inside it, at one place.
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

import Settings

/// The lines at which the parts of a JSON or YAML text stand, to lead a fault's path back to a line.
struct PathLines: Decodable, Sendable {
  private let members: [String: Located<PathLines>]
  private let text: String?

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let members = try? container.decode([String: Located<PathLines>].self) {
      self.members = members
      text = nil
    } else if let elements = try? container.decode([Located<PathLines>].self) {
      members = Dictionary(
        uniqueKeysWithValues: elements.enumerated().map { (String($0.offset), $0.element) })
      text = nil
    } else {
      members = [:]
      text = try? container.decode(String.self)
    }
  }

  /// The text of a scalar at the top.
  func text(of key: String) -> String? { members[key]?.value.text }

  /// The line of what stands at a path, or of the innermost part around it.
  ///
  /// - Parameter path: Keys joined by dots; keys may have dots in them.
  /// - Returns: The line, from 1; `nil` if nothing on the way is known.
  func line(of path: some StringProtocol) -> Int? {
    for (key, member) in members where path == key || path.hasPrefix(key + ".") {
      return member.value.line(of: path.dropFirst(key.count + 1)) ?? member.location.line
    }
    return nil
  }
}

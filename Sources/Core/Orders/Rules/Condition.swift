import Wire

/// What a rule demands of a message: of one value, or of several conditions together.
public indirect enum Condition: Sendable, Hashable {
  /// A value passes a test.
  case value(FieldPath, Test)
  /// One of these holds.
  case any([Condition])
  /// All of these hold.
  case all([Condition])

  /// What a value must be.
  public enum Test: Sendable, Hashable {
    /// One of these; numbers and texts compare by value, so `1` fits `"1"`, `1` and `1.0`.
    case oneOf([String])
    /// None of these; an empty value is none.
    case noneOf([String])
    /// Neither absent, nor `null`, nor an empty text.
    case present
    /// Absent, `null` or an empty text.
    case absent
    /// A decimal greater than this.
    case above(String)
    /// A decimal less than this.
    case below(String)
    /// A text that begins with one of these.
    case begins([String])
  }
}

/// A condition that is ready to be tried.
struct Matcher: Sendable {
  private indirect enum Node: Sendable {
    case oneOf(FieldPath, [Comparand])
    case noneOf(FieldPath, [Comparand])
    case presence(FieldPath, Bool)
    case above(FieldPath, ExactDecimal?)
    case below(FieldPath, ExactDecimal?)
    case begins(FieldPath, [[UInt8]])
    case any([Node])
    case all([Node])
  }

  private let root: Node

  init(_ condition: Condition) { root = Self.node(condition) }

  private static func node(_ condition: Condition) -> Node {
    switch condition {
    case .any(let conditions): .any(conditions.map { node($0) })
    case .all(let conditions): .all(conditions.map { node($0) })
    case .value(let path, let test):
      switch test {
      case .oneOf(let texts): .oneOf(path, texts.map { Comparand($0) })
      case .noneOf(let texts): .noneOf(path, texts.map { Comparand($0) })
      case .present: .presence(path, true)
      case .absent: .presence(path, false)
      case .above(let text): .above(path, ExactDecimal(text))
      case .below(let text): .below(path, ExactDecimal(text))
      case .begins(let texts): .begins(path, texts.map { Array($0.utf8) })
      }
    }
  }

  /// Whether the condition holds.
  func fits(_ scope: Scope) -> Bool { Self.fits(root, scope) }

  private static func fits(_ node: Node, _ scope: Scope) -> Bool {
    switch node {
    case .any(let nodes): return nodes.contains { fits($0, scope) }
    case .all(let nodes): return nodes.allSatisfy { fits($0, scope) }
    case .presence(let path, let isPresent):
      return (scope.present(at: path) != nil) == isPresent
    case .oneOf(let path, let accepted):
      guard let text = text(at: path, scope) else { return false }
      return accepted.contains { $0.equals(text) }
    case .noneOf(let path, let refused):
      guard let value = scope.present(at: path) else { return true }
      // Whether a list or an object is another value cannot be said.
      guard let text = Self.text(of: value) else { return false }
      return !refused.contains { $0.equals(text) }
    case .above(let path, let limit):
      guard let limit, let value = decimal(at: path, scope) else { return false }
      return value > limit
    case .below(let path, let limit):
      guard let limit, let value = decimal(at: path, scope) else { return false }
      return value < limit
    case .begins(let path, let beginnings):
      guard let text = text(at: path, scope) else { return false }
      return beginnings.contains { text.utf8.starts(with: $0) }
    }
  }

  private static func decimal(at path: FieldPath, _ scope: Scope) -> ExactDecimal? {
    text(at: path, scope).flatMap { ExactDecimal($0) }
  }

  private static func text(at path: FieldPath, _ scope: Scope) -> String? {
    scope.present(at: path).flatMap { text(of: $0) }
  }

  private static func text(of value: JSON) -> String? {
    if case .bool(let flag) = value { return flag ? "true" : "false" }
    return value.text
  }
}

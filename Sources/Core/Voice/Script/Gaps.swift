/// How much silence stands between two clips.
struct Gaps: Sendable {
  /// The longest gap a manifest may ask for, in milliseconds.
  static let longest = 2000

  private struct Pair: Hashable {
    let left: ClipRole
    let right: ClipRole
  }

  private var byRoles: [Pair: Int] = [:]
  private let otherwise: Int
  /// The least silence between two words of a command, in milliseconds.
  let word: Int

  /// Takes the gaps of a manifest that ``faults(_:)`` finds nothing wrong with.
  init(_ gaps: [String: Int]) {
    otherwise = gaps["default"] ?? 0
    word = gaps["word"] ?? otherwise
    for left in ClipRole.allCases {
      for right in ClipRole.allCases {
        byRoles[Pair(left: left, right: right)] = gaps["\(left.rawValue)-\(right.rawValue)"]
      }
    }
  }

  /// The silence between two clips of these roles, in milliseconds.
  func between(_ left: ClipRole, _ right: ClipRole) -> Int {
    byRoles[Pair(left: left, right: right)] ?? otherwise
  }

  /// What is wrong with the gaps of a manifest.
  static func faults(_ gaps: [String: Int]) -> [PackFault] {
    var faults: [PackFault] = []
    if gaps["default"] == nil {
      faults.append(.manifest("gaps.default", "is missing", "add it, in milliseconds"))
    }
    let roles = ClipRole.allCases.map(\.rawValue)
    for (key, gap) in gaps {
      let parts = key.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      let isPair = parts.count == 2 && parts.allSatisfy(roles.contains)
      if !isPair, key != "default", key != "word" {
        faults.append(
          .manifest(
            "gaps.\(key)", "names no two roles",
            "write default, word, or two of \(roles.joined(separator: ", ")) joined by '-'"))
      }
      if !(0...longest).contains(gap) {
        faults.append(.manifest("gaps.\(key)", "is \(gap)", "write 0 to \(longest) milliseconds"))
      }
    }
    return faults
  }
}

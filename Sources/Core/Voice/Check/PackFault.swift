/// One thing that is wrong with a pack: where, what, and what to do.
public struct PackFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file in the pack's folder, such as `grammar.json`.
  public let file: String
  /// The place in it, such as `rules.cardinal.20` or `line 7`.
  public let path: String
  /// What is wrong.
  public let problem: String
  /// What to do about it.
  public let remedy: String

  /// Describes a fault.
  ///
  /// - Parameters:
  ///   - file: The file in the pack's folder.
  ///   - path: The place in the file.
  ///   - problem: What is wrong.
  ///   - remedy: What to do about it.
  public init(file: String, path: String, problem: String, remedy: String) {
    self.file = file
    self.path = path
    self.problem = problem
    self.remedy = remedy
  }

  static func grammar(_ path: String, _ problem: String, _ remedy: String) -> PackFault {
    PackFault(file: "grammar.json", path: path, problem: problem, remedy: remedy)
  }

  static func manifest(_ path: String, _ problem: String, _ remedy: String) -> PackFault {
    PackFault(file: "pack.json", path: path, problem: problem, remedy: remedy)
  }

  static func script(_ line: Int, _ problem: String, _ remedy: String) -> PackFault {
    PackFault(file: "script.csv", path: "line \(line)", problem: problem, remedy: remedy)
  }

  public var description: String { "\(file): \(path): \(problem); \(remedy)" }
}

/// Everything that is wrong with a pack, so that it can be mended in one go.
public struct PackFaults: Error, Hashable, Sendable, CustomStringConvertible {
  /// The faults, by file and place; never empty when thrown.
  public let faults: [PackFault]

  /// Gathers faults and puts them in order.
  ///
  /// - Parameter faults: The faults, in any order.
  public init(_ faults: [PackFault]) {
    self.faults = faults.sorted { ($0.file, $0.path, $0.problem) < ($1.file, $1.path, $1.problem) }
  }

  /// One line a fault.
  public var description: String { faults.map(\.description).joined(separator: "\n") }
}

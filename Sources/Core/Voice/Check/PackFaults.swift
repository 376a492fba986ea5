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

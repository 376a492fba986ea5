/// All that is wrong with the settings, in the order of the file's lines; never empty.
public struct SettingsFaults: Error, Sendable, Equatable, CustomStringConvertible {
  /// The faults.
  public let faults: [SettingsFault]

  init(_ faults: [SettingsFault]) {
    var seen: Set<SettingsFault> = []
    // Variables of the environment have line 0 and come last.
    self.faults = faults.filter { seen.insert($0).inserted }.sorted { first, second in
      (first.line == 0 ? .max : first.line) < (second.line == 0 ? .max : second.line)
    }
  }

  /// The faults, one a line.
  public var description: String {
    faults.map(\.description).joined(separator: "\n")
  }
}

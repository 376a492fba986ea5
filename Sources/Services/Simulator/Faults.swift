/// How many of the virtual boxes have which faults.
public struct Faults: Sendable, Equatable {
  /// A fault of a box.
  public enum Kind: String, Sendable, CaseIterable {
    /// It loses its connection now and then, without a DISCONNECT.
    case lost
    /// It publishes `delivered` receipts, but never handles a command.
    case silent
    /// It needs half a minute for each announcement.
    case slow
    /// It publishes each receipt twice.
    case duplicated
    /// Its clock is a year behind, and it reports that the clock is not synchronized.
    case clock
  }

  /// How many boxes have a fault.
  public enum Share: Sendable, Equatable {
    /// This many.
    case count(Int)
    /// This many in a hundred thousand.
    case part(Int)

    func boxes(of total: Int) -> Int {
      switch self {
      case .count(let count): min(count, total)
      case .part(let part): (total * part + 50_000) / 100_000
      }
    }
  }

  /// The faults and their shares.
  public var shares: [Kind: Share]

  /// Creates the faults.
  ///
  /// - Parameter shares: The faults, and how many boxes have them.
  public init(_ shares: [Kind: Share] = [:]) { self.shares = shares }

  /// Reads faults in the form of the command line: `lost=1%,slow=20`.
  ///
  /// - Parameter text: The text.
  public init?(_ text: String) {
    var shares: [Kind: Share] = [:]
    for piece in text.split(separator: ",") {
      let parts = piece.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])),
        let share = Self.share(parts[1]), shares.updateValue(share, forKey: kind) == nil
      else { return nil }
    }
    self.init(shares)
  }

  private static func share(_ text: Substring) -> Share? {
    guard text.hasSuffix("%") else {
      return Int(text).flatMap { $0 >= 0 ? .count($0) : nil }
    }
    let digits = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    let fraction = digits.count == 2 ? digits[1] : "0"
    guard (1...2).contains(digits.count), (1...3).contains(fraction.count),
      let whole = Int(digits[0]), let rest = Int(fraction), (0...100).contains(whole), rest >= 0
    else { return nil }
    let scale = [100, 10, 1][fraction.count - 1]
    let part = whole * 1000 + rest * scale
    return part <= 100_000 ? .part(part) : nil
  }

  /// Chooses the boxes with faults: always the same ones for the same seed.
  ///
  /// - Parameters:
  ///   - total: How many boxes there are.
  ///   - seed: The seed.
  /// - Returns: The faults of each box.
  public func choose(among total: Int, seed: UInt64) -> [Set<Kind>] {
    var chosen = [Set<Kind>](repeating: [], count: total)
    for (index, kind) in Kind.allCases.enumerated() {
      guard let count = shares[kind]?.boxes(of: total), count > 0 else { continue }
      let lots = (0..<total).map { (lot: SeededRandom.value(seed, 100 + index, $0), box: $0) }
      for lot in lots.sorted(by: { ($0.lot, $0.box) < ($1.lot, $1.box) }).prefix(count) {
        chosen[lot.box].insert(kind)
      }
    }
    return chosen
  }
}

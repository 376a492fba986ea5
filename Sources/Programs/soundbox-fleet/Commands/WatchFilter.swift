import ProgramKit
import Wire

/// Which receipts are to be shown.
struct WatchFilter {
  private let store: String?
  private let box: BoxName?
  private let outcomes: Set<String>

  /// Reads `--store`, `--box` and `--outcome`.
  ///
  /// - Parameter arguments: The command's arguments.
  /// - Throws: ``Failure`` with code 64 if one of them is none.
  init(_ arguments: Arguments) throws(Failure) {
    if let rest = arguments.rest.first {
      throw Failure(.usage, "'\(VisibleText.of(rest))' is not wanted here; see --help")
    }
    store = try Self.store(arguments)
    box = try arguments["box"].map { text throws(Failure) in
      if let name = BoxName(text) { return name }
      throw Failure(.usage, "--box '\(VisibleText.of(text))' is not a box; write STORE/BOX")
    }
    let words = arguments["outcome"]?.split(separator: ",").map { String($0) } ?? []
    outcomes = Set(words)
    let known = Outcome.names
    if let word = words.first(where: { !known.contains($0) }) {
      throw Failure(
        .usage,
        "--outcome '\(VisibleText.of(word))' is none; the outcomes are \(known.joined(separator: ", "))"
      )
    }
  }

  /// Reads `--store`.
  static func store(_ arguments: Arguments) throws(Failure) -> String? {
    guard let text = arguments["store"] else { return nil }
    if Identifier(rawValue: text) != nil { return text }
    throw Failure(.usage, "--store '\(VisibleText.of(text))' is not a store")
  }

  /// Whether an order is to be shown.
  func takes(_ order: OrderSeen) -> Bool {
    if let store, order.store != store { return false }
    if let box, order.place != "\(box)" { return false }
    return outcomes.isEmpty || order.outcome.map { outcomes.contains($0) } == true
  }
}

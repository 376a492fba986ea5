import Glibc
import Interop
import ProgramKit
import Service
import Wire

enum WatchCommand: Command {
  static let words = ["watch"]
  static let summary = "follow the reports of the boxes as they arrive"
  static let usage = "[--store S] [--box S/B] [--outcome O,...] [--json] [--url URL]"
  static let details = """
    On a terminal it draws a table of the fleet's counters and the last orders. Elsewhere it prints
    one line per receipt: time, box, id (and source), step, outcome, latency and reason, separated
    by tabs; with --json, one object per receipt. If the connection breaks, it says since when its data are stale,
    and reconnects. Press Ctrl-C to end. NO_COLOR turns colours off.
    """
  static let options =
    [
      Option("store", value: "S", "only this store's boxes"),
      Option("box", value: "S/B", "only this box"),
      Option("outcome", value: "O,...", "only orders with these outcomes, such as failed,expired"),
      Option("json", "print JSON, one object per line"),
    ] + FleetClient.options

  static func run(_ arguments: Arguments) async throws(Failure) {
    let filter = try WatchFilter(arguments)
    let client = try FleetClient(arguments)
    let screen = Screen()
    // From here on, signals shut down gracefully.
    let signals = Signals([SIGINT, SIGTERM, SIGHUP])
    let output: any WatchOutput =
      if arguments.has("json") {
        WatchLines(isJSON: true)
      } else if screen.isTerminal {
        WatchTable(screen, url: client.url)
      } else {
        WatchLines(isJSON: false)
      }
    let feed = WatchFeed(client: client, filter: filter, output: output)
    try await run(feed, output, by: signals).get()
  }

  /// Follows the events until a signal comes or the reader has gone.
  private static func run(
    _ feed: WatchFeed, _ output: any WatchOutput, by signals: Signals
  ) async -> Result<Void, Failure> {
    await withTaskGroup { group in
      group.addTask {
        do throws(Failure) {
          try await feed.run()
          return Result<Void, Failure>.success(())
        } catch {
          return .failure(error)
        }
      }
      group.addTask {
        await signals.first()
        return .success(())
      }
      // Only the table depends on the terminal's size.
      group.addTask {
        await output.watchSize()
        await signals.first()
        return .success(())
      }
      let first = await group.next() ?? .success(())
      group.cancelAll()
      output.end()
      return first
    }
  }
}

/// Which receipts to show.
struct WatchFilter {
  private let store: String?
  private let box: BoxName?
  private let outcomes: Set<String>

  /// Reads `--store`, `--box` and `--outcome`.
  ///
  /// - Parameter arguments: The command's arguments.
  /// - Throws: ``Failure`` with code 64 if one of them is wrong.
  init(_ arguments: Arguments) throws(Failure) {
    if let rest = arguments.rest.first {
      throw Failure(.usage, "'\(VisibleText.of(rest))' is unexpected; see --help")
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
        "--outcome '\(VisibleText.of(word))' is not an outcome; the outcomes are \(known.joined(separator: ", "))"
      )
    }
  }

  /// Reads `--store`.
  static func store(_ arguments: Arguments) throws(Failure) -> String? {
    guard let text = arguments["store"] else { return nil }
    if Identifier(rawValue: text) != nil { return text }
    throw Failure(.usage, "--store '\(VisibleText.of(text))' is not a store")
  }

  /// Whether to show an order.
  func matches(_ order: OrderAttempt) -> Bool {
    if let store, order.store != store { return false }
    if let box, order.boxName != "\(box)" { return false }
    return outcomes.isEmpty || order.outcome.map { outcomes.contains($0) } == true
  }
}

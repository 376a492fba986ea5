import Glibc
import Interop
import ProgramKit
import Service
import Wire

enum WatchCommand: Command {
  static let words = ["watch"]
  static let summary = "follow what the boxes report, as it comes"
  static let usage = "[--store S] [--box S/B] [--outcome O,...] [--json] [--url URL]"
  static let details = """
    On a terminal it draws a table: the counters of the fleet, and the last orders. Elsewhere it
    prints a line for each receipt: time, box, id, step, outcome, latency and reason, with tabs
    between; with --json, an object for each. If the link breaks it says since when what it shows is
    stale, and tries again. Ctrl-C ends it. NO_COLOR takes the colours away.
    """
  static let options =
    [
      Option("store", value: "S", "only this store's boxes"),
      Option("box", value: "S/B", "only this box"),
      Option("outcome", value: "O,...", "only orders that ended so, such as failed,expired"),
      Option("json", "print JSON, an object a line"),
    ] + FleetClient.options

  static func run(_ arguments: Arguments) async throws(Failure) {
    let filter = try WatchFilter(arguments)
    let client = try FleetClient(arguments)
    let screen = Screen()
    // From here on they end this in peace.
    let signals = Signals([SIGINT, SIGTERM, SIGHUP])
    let output: any WatchOutput =
      if arguments["json"] != nil {
        WatchLines(isJSON: true)
      } else if screen.isTerminal {
        WatchTable(screen, url: client.url)
      } else {
        WatchLines(isJSON: false)
      }
    let feed = WatchFeed(client: client, filter: filter, output: output)
    try await ended(feed, output, by: signals).get()
  }

  /// Follows until a signal comes or nobody reads any more.
  private static func ended(
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
      // A terminal's size matters to the table alone.
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

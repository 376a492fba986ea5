import ProgramKit
import Simulator
import Wire

/// Prints the progress and the result of a simulation.
struct SimulateProgress {
  /// The time between two reports.
  static let interval = Duration.seconds(5)

  let isJSON: Bool
  /// Whether the simulation runs until a signal comes.
  let isEndless: Bool
  private let begin = ContinuousClock.now

  init(_ plan: SimulatePlan) {
    isJSON = plan.isJSON
    isEndless = plan.settings.minutes == nil
  }

  /// Prints a line.
  ///
  /// - Parameters:
  ///   - counts: The totals so far.
  ///   - error: The latest error.
  ///   - isResult: Whether this is the result.
  ///   - isComplete: Whether all orders are handled.
  func report(
    _ counts: Counts, error: String? = nil, isResult: Bool = false, isComplete: Bool = false
  ) {
    let seconds = (ContinuousClock.now - begin).components.seconds
    if isJSON {
      var object: JSONObject = [
        "is": .string(isResult ? "result" : "progress"), "seconds": .number(JSONNumber(seconds)),
      ]
      for member in counts.json.members { object[member.key] = member.value }
      if isResult { object["complete"] = .bool(isComplete) }
      object["trouble"] = error.map { .string($0) }
      Console.print(JSON.object(object).encoded)
    } else {
      Console.print("\(seconds) s: \(counts.line)" + (error.map { "; \($0)" } ?? ""))
      if isResult {
        Console.print(
          "receipts \(counts.receipts), published again \(counts.repeated), "
            + "taken by the broker \(counts.sent); requests \(counts.requests); "
            + "connections \(counts.connects), cut \(counts.cuts); "
            + ending(isComplete: isComplete))
      }
    }
  }

  private func ending(isComplete: Bool) -> String {
    if isComplete { return "all orders have come to their ends" }
    return isEndless ? "ended on request" : "ended before all was done"
  }
}

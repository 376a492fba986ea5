import ProgramKit
import Simulator
import Wire

/// Says on standard output how far a simulation has come.
struct SimulateProgress {
  /// How often it does.
  static let pace = Duration.seconds(5)

  let isJSON: Bool
  /// Whether it goes on until somebody ends it.
  let isEndless: Bool
  private let begin = ContinuousClock.now

  init(_ plan: SimulatePlan) {
    isJSON = plan.isJSON
    isEndless = plan.settings.minutes == nil
  }

  /// Says it.
  ///
  /// - Parameters:
  ///   - counts: What was done.
  ///   - trouble: The last thing that went wrong.
  ///   - isResult: Whether this is the end.
  ///   - isComplete: Whether all orders have come to their ends.
  func tell(
    _ counts: Counts, trouble: String? = nil, isResult: Bool = false, isComplete: Bool = false
  ) {
    let seconds = (ContinuousClock.now - begin).components.seconds
    if isJSON {
      var object: JSONObject = [
        "is": .string(isResult ? "result" : "progress"), "seconds": .number(JSONNumber(seconds)),
      ]
      for member in counts.json.members { object[member.key] = member.value }
      if isResult { object["complete"] = .bool(isComplete) }
      object["trouble"] = trouble.map { .string($0) }
      Console.print(JSON.object(object).encoded)
    } else {
      Console.print("\(seconds) s: \(counts.line)" + (trouble.map { "; \($0)" } ?? ""))
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

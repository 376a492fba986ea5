import Wire

@testable import Box

extension QueueAction {
  /// The action in one line: `say 1 at once`, `2 played: late`.
  var line: String {
    switch self {
    case .prepare(let afterWhile): afterWhile ? "prepare after a while" : "prepare"
    case .speak(let item, let form, let promptly):
      "\(form.line) \(item.id.line)\(promptly ? " at once" : "")"
    case .cut(let cut): "cut \(cut)"
    case .settle(let item, let resolution): item.line(resolution)
    case .release(let id, let failed): "\(id.line) waits again\(failed ? ", device failed" : "")"
    case .finishRound(let id, let rounds): "\(id.line) was heard \(rounds)"
    case .summarize(let members, let command):
      "summarize \(members.map(\.id.line).joined(separator: " ")): \(command.text)"
    case .acknowledge(let order): "acknowledge \(order)"
    }
  }
}

extension Form {
  fileprivate var line: String {
    let parts = [rings ? "ring" : nil, isLate ? "late" : nil, announces ? "say" : nil]
    return parts.compactMap { $0 }.joined(separator: " ")
  }
}

extension QueuedCommand {
  fileprivate func line(_ resolution: Resolution) -> String {
    let part = resolution.isMidRound ? " and a part" : ""
    let rounds = isRepeated ? " after \(resolution.rounds)\(part)" : ""
    let reason = resolution.reason.map { ": \($0)" } ?? ""
    return "\(id.line) \(resolution.outcome.name) \(resolution.outcome.code)\(rounds)\(reason)"
  }
}

extension QueuedCommand.ID {
  /// The id in a word: `1`, or `test-1`.
  var line: String {
    switch self {
    case .journal(let number): "\(number)"
    case .selfTest(let number): "test-\(number)"
    }
  }
}

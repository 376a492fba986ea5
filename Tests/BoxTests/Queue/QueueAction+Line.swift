import Wire

@testable import Box

extension QueueAction {
  /// The action in one line: `say 1 at once`, `2 played: late`.
  var line: String {
    switch self {
    case .prepare(let afterWhile): afterWhile ? "prepare after a while" : "prepare"
    case .speak(let item, let form, let promptly):
      "\(form.line) \(item.n)\(promptly ? " at once" : "")"
    case .cut(let cut): "cut \(cut)"
    case .settle(let item, let resolution): item.line(resolution)
    case .release(let n, let failed): "\(n) waits again\(failed ? ", device failed" : "")"
    case .finishRound(let n, let rounds): "\(n) was heard \(rounds)"
    case .join(let members, let command):
      "join \(members.map { String($0.n) }.joined(separator: " ")): \(command.text)"
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
    return "\(n) \(resolution.outcome.name) \(resolution.outcome.code)\(rounds)\(reason)"
  }
}

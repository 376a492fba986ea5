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
    case .settle(let settlement): settlement.line
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

extension Settlement {
  fileprivate var line: String {
    let rounds = item.isRepeated ? " after \(item.rounds)\(isInside ? " and a part" : "")" : ""
    return "\(item.n) \(outcome.name) \(outcome.code)\(rounds)\(reason.map { ": \($0)" } ?? "")"
  }
}

/// The keys of requests and answers.
extension Fields {
  func transaction() throws(Refusal) -> String? {
    guard let value = object["transaction"], value != .null else { return nil }
    guard let text = value.text else {
      throw Refusal("transaction", "a string is wanted, not \(value.kind)")
    }
    if text.utf8.count > Request.longestTransaction {
      throw Refusal(
        "transaction", "\(text.utf8.count) bytes long, more than \(Request.longestTransaction)")
    }
    return text
  }

  func scope() throws(Refusal) -> Request.Scope {
    guard let value = object["scope"], value != .null else { return .current }
    guard case .string(let text) = value, let scope = Request.Scope(rawValue: text) else {
      throw Refusal("scope", "current, queue or all is wanted")
    }
    return scope
  }

  func mute() throws(Refusal) -> Request.Mute {
    switch object["until"] {
    case nil, .null, .bool(false), .string("off"): return .off
    case .string(let text):
      if let moment = Timestamp(text) { return .until(moment) }
    default: break
    }
    throw Refusal("until", "a moment like 2026-11-29T12:00:00Z is wanted (RFC 3339), or off")
  }
}

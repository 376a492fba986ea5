import FoundationEssentials

/// A receipt as a monitor reads it.
struct Heard: Decodable, Sendable, Equatable {
  struct Times: Decodable, Sendable, Equatable {
    var received: String
    var delivered: String?
    var started: String?
    var finished: String?
  }

  var v: Int
  var receipt: String
  var id: String
  var source: String?
  var order: String
  var store: String
  var box: String
  var attempt: Int
  var outcome: String?
  var code: Int
  var reason: String?
  var seq: Int
  var session: Int64
  var at: String
  var times: Times
  var rounds: Int
  var channel: String
  var spoken: String?
  var clock: String
  var replayed: Bool?
  var duplicate: Bool
  var hasHandled: Int

  init(_ body: String) throws {
    self = try JSONDecoder().decode(Heard.self, from: Data(body.utf8))
  }

  /// The receipt in one line: `handled a#1 played 0`, with a star if it is a repetition.
  var line: String {
    let result = outcome.map { " \($0) \(code)" } ?? ""
    return "\(receipt) \(id)#\(attempt)\(result)\(duplicate ? " *" : "")"
  }
}

import ProgramKit
import Wire

/// A request as a person writes it: the verb, and what it is about.
enum RequestWords {
  /// The member of the request's message that the argument becomes.
  private static func member(_ verb: Request.Verb) -> (key: String, isRequired: Bool)? {
    switch verb {
    case .acknowledge: ("order", true)
    case .stop: ("scope", false)
    case .say: ("soundCommand", true)
    case .replay: ("id", true)
    case .volume: ("value", false)
    case .mute: ("until", true)
    case .receipts: ("since", true)
    case .health: nil
    }
  }

  /// Reads verb and argument.
  ///
  /// - Parameters:
  ///   - words: The words of the command line; those of a sound command may be many.
  ///   - now: When a span of time begins, in milliseconds since 1970.
  /// - Returns: What is asked.
  /// - Throws: ``Failure`` with code 64.
  static func action(_ words: [String], now: Int64) throws(Failure) -> Request.Action {
    guard let word = words.first else {
      throw Failure(.usage, "the verb is missing; see --help")
    }
    var message = JSONObject()
    if let verb = Request.Verb(rawValue: word) {
      let rest = words.dropFirst()
      let (key, isRequired) = member(verb) ?? ("", false)
      if isRequired, rest.isEmpty { throw Failure(.usage, "\(word): \(key) is missing") }
      if !rest.isEmpty {
        guard !key.isEmpty, rest.count == 1 || verb == .say else {
          throw Failure(.usage, "\(word) takes \(key.isEmpty ? "no" : "one") argument")
        }
        message[key] = .string(argument(rest.joined(separator: " "), verb, now))
      }
    }
    do {
      return try Request(verb: word, payload: Array(JSON.object(message).encoded.utf8)).action
    } catch {
      throw Failure(.usage, "\(error)")
    }
  }

  private static func argument(_ text: String, _ verb: Request.Verb, _ now: Int64) -> String {
    guard verb == .mute, let span = DurationText.read(text) else { return text }
    return (Timestamp(milliseconds: now) + span).description
  }
}

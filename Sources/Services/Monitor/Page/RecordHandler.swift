import Wire

/// Answers requests for what the monitor itself recorded: alarms, and messages that it could not read.
struct RecordHandler: Sendable {
  private let context: MonitorContext
  private let database: PageDatabase

  init(_ context: MonitorContext, _ database: PageDatabase) {
    self.context = context
    self.database = database
  }

  /// Open alarms, and the latest cleared ones.
  func alarms(_ request: PageRequest) async throws -> PageAnswer {
    let limit = request.number("limit", default: 50, in: 0...500)
    let alarms = try await database.call { try $0.alarms(limit: limit) }
    return .json(.object(["now": JSON(context.now()), "alarms": .array(alarms.map(\.json))]))
  }

  /// Messages that could not be read.
  func unreadable(_ request: PageRequest) async throws -> PageAnswer {
    let limit = request.number("limit", default: 50, in: 1...500)
    let messages = try await database.call { try $0.unreadable(limit: limit) }
    return .json(.object(["messages": .array(messages.map(\.json))]))
  }
}

extension Alarm {
  fileprivate var json: JSON {
    .object([
      "name": .string(name), "severity": .string(severity), "subject": .string(subject),
      "raisedAt": JSON(raisedAt), "clearedAt": JSON(clearedAt), "text": .string(text),
    ])
  }
}

extension UnreadableMessage {
  fileprivate var json: JSON {
    .object([
      "at": JSON(at), "topic": .string(topic), "reason": .string(reason),
      "payload": .string(String(decoding: payload, as: UTF8.self)),
    ])
  }
}

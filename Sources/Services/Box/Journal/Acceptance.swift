import Wire

/// A command to be stored, and what its message said about it besides.
struct Acceptance {
  let command: VoiceCommand
  let attempt: Int
  /// The topic of its message; empty for a command of the box's own.
  let topic: String
  let receivedAt: Timestamp
  /// How long after its arrival it expires.
  var lifetime: Duration?
  /// What its receipts say besides.
  var notes: [String] = []
  /// Whether it is announced once although it is an alert.
  var isOnce = false

  init(_ command: VoiceCommand, attempt: Int, topic: String, receivedAt: Timestamp) {
    self.command = command
    self.attempt = attempt
    self.topic = topic
    self.receivedAt = receivedAt
  }

  var note: String? {
    notes.isEmpty ? nil : Rejection.shortened(notes.joined(separator: "; "))
  }
}

/// Why a message is not accepted.
struct Rejection {
  /// How much of the message is stored, in bytes: the journal must not grow with what is rejected.
  static let payloadKept = 1024
  /// The longest reason, in Unicode scalars; it quotes the message.
  private static let longestReason = 500

  let outcome: Outcome
  let event: EventID
  let order: String
  let reason: String

  init(_ outcome: Outcome, _ event: EventID, order: String, reason: String) {
    self.outcome = outcome
    self.event = event
    self.order = order
    self.reason = Self.shortened(reason)
  }

  static func shortened(_ reason: String) -> String {
    let scalars = reason.unicodeScalars
    let isLong = scalars.dropFirst(longestReason).first != nil
    return isLong ? String(scalars.prefix(longestReason)) + "…" : reason
  }
}

extension VoiceCommand {
  /// The members that have no column of their own, such as `aps.alert` and unknown ones, as JSON;
  /// `nil` if there are none.
  ///
  /// The whole text would write 8 % more bytes an order, and flash memory wears out.
  var furtherContent: String? {
    guard var object = json.object else { return nil }
    var aps = object["aps"]?.object ?? [:]
    for key in ["mutable-content", "soundCommand"] { aps[key] = nil }
    object["aps"] = aps.members.isEmpty ? nil : .object(aps)
    for key in ["id", "source", "order", "act", "expiresAt", "priority", "volume", "hasHandled"] {
      object[key] = nil
    }
    return object.members.isEmpty ? nil : JSON.object(object).encoded
  }
}

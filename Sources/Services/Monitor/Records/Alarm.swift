import Wire

/// Something that needs attention.
struct Alarm: Sendable, Equatable {
  var n: Int64 = 0
  /// The rule's name.
  let name: String
  /// What it is about, such as a box or an order.
  let subject: String
  let raisedAt: Timestamp
  var clearedAt: Timestamp?
  let text: String
  var severity = ""
  /// Whether anybody was to be notified of it.
  var isNotified = true
}

/// A notice of an alarm that is still to be sent on one channel.
struct LoggedNotice: Sendable, Equatable {
  let n: Int64
  let event: AlarmNotice.Event
  let alarm: Alarm
}

import Wire

/// What happens to the queue.
enum QueueEvent: Sendable, Equatable {
  /// A command is on the disk and waits.
  case arrived(QueuedCommand)
  /// A command that waited has been dealt with elsewhere.
  case withdrawn(Int64)
  /// Somebody has acknowledged an order.
  case acknowledged(order: String, by: String)
  /// The box's own button was pressed.
  case pressed
  /// Somebody asks for silence.
  case stopped(Request.Scope)
  /// The box is muted until then; `nil` ends it.
  case muted(until: Timestamp?)
  /// The sound device is there.
  case deviceReady
  /// It is not.
  case deviceMissing(reason: String)
  /// All of what was being spoken has left the device, but for some free texts.
  case spoken(leftOut: [LeftOut])
  /// It ended before its end, as it was told to.
  case cut
  /// The device failed in the middle of it.
  case failed
  /// The pack cannot say it.
  case unspeakable(reason: String)
  /// A summary is on the disk and waits.
  case joined(QueuedCommand)
  /// It is not: some of its members have been dealt with elsewhere. These wait again.
  case notJoined([QueuedCommand])
  /// Time has passed.
  case time
}

/// What is still to be told of an alarm on one channel.
struct LoggedNotice: Sendable, Equatable {
  let n: Int64
  let event: AlarmNotice.Event
  let alarm: Alarm
}

import Wire

/// Something that somebody should look after.
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
  /// Whether anybody was to be told of it.
  var isTold = true
}

/// A way to tell somebody of alarms.
public protocol AlarmNotifying: Sendable {
  /// Its name, under which what is still to be told is written down; no other way has it.
  var channel: String { get }

  /// Tells once.
  ///
  /// - Parameter notice: What to tell.
  /// - Returns: What came of it.
  func tell(_ notice: AlarmNotice) async -> AlarmTelling
}

/// What came of telling.
public enum AlarmTelling: Sendable, Equatable {
  /// It has arrived.
  case taken
  /// It never will be taken as it is.
  case refused(String)
  /// It is worth another try later.
  case failed(String)
}

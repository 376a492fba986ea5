/// Where the events of a button come from.
protocol KeySource: Sendable {
  /// Opens a device that has a key.
  ///
  /// What was pressed before is forgotten.
  func open(_ device: String, for key: Key) throws(ButtonError) -> any KeyEvents
}

/// The events of one device while it is open, on one thread.
protocol KeyEvents: AnyObject {
  /// Waits for the next event of any key.
  ///
  /// - Returns: The event; `nil` if `stop` was requested instead.
  func next(until stop: Stop) throws(ButtonError) -> KeyEvent?
}

/// Where lines are requested.
protocol LineSource: Sendable {
  /// Requests a line as an output, off at first.
  func request(_ address: LineAddress) throws(LineError) -> any RequestedLine
}

/// A line that is ours until it is dropped; for one thread at a time.
protocol RequestedLine: AnyObject, Sendable {
  /// Switches the line.
  func set(_ isOn: Bool) throws(LineError)
}

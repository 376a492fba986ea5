/// The steps of an order's way through the box; each is on the disk before the next one shows it.
public enum Step: String, Sendable, CaseIterable {
  /// The message has arrived.
  case received
  /// It is on the disk, with its `delivered` receipt.
  case committed
  /// The broker has been told so.
  case acknowledged
  /// It is on the disk that the announcement starts.
  case started
  /// The last sample has left the device.
  case drained
  /// The outcome is on the disk, with its `handled` receipt.
  case outcomeCommitted = "outcome-committed"
  /// The broker has taken a receipt.
  case receiptPublished = "receipt-published"
}

/// Is told of each step once it is done, on the thread that did it.
public typealias StepObserver = @Sendable (Step) -> Void

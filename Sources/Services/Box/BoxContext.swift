public import Service
public import Wire

/// What the parts of a box share.
public struct BoxContext: Sendable {
  /// The commands and receipts.
  public let journal: Journal
  /// The box's topics.
  public let topics: Topics
  /// What time it is.
  public let clock: BoxClock
  /// Where the parts say what they do.
  public let log: Log
  /// Called with each step of each order, once it is done.
  public let observe: StepObserver
  /// The box's condition, as its parts report it.
  public let status: Status
  /// What the announcements must react to.
  public let eventQueue = EventQueue()
  /// What is to be published besides receipts.
  public let transientOutbox: TransientOutbox
  /// Called when there is something to publish.
  let wakeLink: @Sendable () -> Void
  /// The self-tests that have not ended.
  let selfTests = SelfTests()

  /// Makes the context of one box.
  ///
  /// - Parameters:
  ///   - journal: The commands and receipts.
  ///   - topics: The box's topics.
  ///   - clock: What time it is.
  ///   - log: Where the parts say what they do.
  ///   - wakeLink: Called when there is something to publish.
  ///   - observe: Called with each step of each order, once it is done.
  /// - Throws: `DatabaseError` if the journal cannot be read.
  public init(
    journal: Journal, topics: Topics, clock: BoxClock, log: Log,
    wakeLink: @escaping @Sendable () -> Void, observe: @escaping StepObserver = { _ in }
  ) throws {
    self.journal = journal
    self.topics = topics
    self.clock = clock
    self.log = log
    self.wakeLink = wakeLink
    self.observe = observe
    transientOutbox = TransientOutbox(log: log, wake: wakeLink)
    status = try Status(journal)
  }
}

/// The steps of an order's way through the box; each is on the disk before the next one shows it.
public enum Step: String, Sendable, CaseIterable {
  /// The message has arrived.
  case received
  /// It is on the disk, with its `delivered` receipt.
  case committed
  /// The message has been acknowledged to the broker.
  case acknowledged
  /// It is on the disk that the announcement starts.
  case started
  /// The last sample has left the device.
  case drained
  /// The outcome is on the disk, with its `handled` receipt.
  case outcomeCommitted = "outcome-committed"
  /// The broker has accepted a receipt.
  case receiptPublished = "receipt-published"
}

/// Called with each step once it is done, on the thread that did it.
public typealias StepObserver = @Sendable (Step) -> Void

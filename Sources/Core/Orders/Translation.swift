public import Wire

/// What a message says, event by event.
public struct Translation: Sendable, Equatable {
  /// The events, in the order of the message; one, unless a rule reads a list.
  public var events: [OrderEvent]

  init(_ events: [OrderEvent]) { self.events = events }
}

/// What became of a message, or of one element of it.
public enum OrderEvent: Sendable, Equatable {
  /// Something to do.
  case instruction(Instruction)
  /// Nothing that could be announced. The event is known as far as it could be read; the number is that
  /// of the element, from 1, or 0 for the message as a whole.
  case refused(EventID?, element: Int, Refusal)
  /// Nothing that a rule announces; what it says of itself, such as `type=order.ready`.
  case ignored(String)
}

/// Something to announce, an order that is acknowledged or cancelled, or several of these.
public struct Instruction: Sendable, Equatable {
  /// The id space of the orders and of the command.
  public var source: String?
  /// The order whose repetition ends.
  public var acknowledges: String?
  /// The order that is cancelled.
  public var cancels: String?
  /// What to announce; its id is empty if the message names no business event.
  public var command: VoiceCommand?
  /// How long after its arrival the command becomes worthless, if its `expiresAt` was counted from the
  /// arrival.
  ///
  /// Such a span holds by any clock; a moment that the back end named needs one that is right.
  public var lifetime: Duration?
  /// What could not be read, and without which it is announced all the same.
  public var leftOut: [Refusal] = []
  /// The number of the element, from 1; 0 if the message is read as a whole.
  public var element = 0

  /// Makes an instruction to announce a command.
  ///
  /// - Parameter command: The command.
  public init(announcing command: VoiceCommand) {
    self.command = command
    source = command.source
  }

  init(source: String?) { self.source = source }
}

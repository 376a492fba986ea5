/// What the broker said to a receipt.
public enum Answer: Sendable, Equatable {
  /// It has it, and somebody will get it.
  case taken
  /// It has thrown it away: nobody subscribes, or the box may not publish there; why, in words.
  case refused(String)
}

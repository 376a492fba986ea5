/// Whether a button is within reach.
public enum ButtonState: Sendable, Equatable {
  /// Presses are seen from now on.
  case watching
  /// The device is missing or does not answer; presses are missed until it is back.
  case gone(ButtonError)
}

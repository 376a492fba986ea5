extension Duration {
  /// Whole milliseconds, rounded up, so that a wait is never too short.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }

  /// Whole seconds, rounded up, as the protocol counts them; at most what four bytes can say.
  var protocolSeconds: UInt32 {
    UInt32(clamping: components.seconds + (components.attoseconds > 0 ? 1 : 0))
  }
}

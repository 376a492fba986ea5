extension Duration {
  /// Whole milliseconds; what is beyond them is cut off.
  public var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}

/// What happened to a key.
struct KeyEvent: Sendable, Equatable {
  /// The key's code.
  let code: UInt16
  /// 1 for a press, 0 for a release, 2 for the repetitions while it is held.
  let value: Int32

  /// Whether `key` went down.
  func isPress(of key: Key) -> Bool { code == key.code && value == 1 }
}

/// The sole owner of one C object, which it frees at the end of its own life.
@safe public struct Owned: ~Copyable {
  /// The object, for the calls of its own C library only.
  public let pointer: OpaquePointer
  private let free: @Sendable (OpaquePointer) -> Void

  /// Takes over `pointer`.
  ///
  /// - Parameters:
  ///   - pointer: The object, which nobody else may free.
  ///   - free: The C library's own function that frees it; called once, on whatever thread drops
  ///     the owner last.
  public init(_ pointer: OpaquePointer, free: @escaping @Sendable (OpaquePointer) -> Void) {
    unsafe self.pointer = pointer
    unsafe self.free = free
  }

  deinit { unsafe free(pointer) }
}

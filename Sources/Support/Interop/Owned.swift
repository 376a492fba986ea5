/// The sole owner of one C object, freed when the owner is destroyed.
@safe public struct Owned: ~Copyable {
  /// The object, for calls of its own C library only.
  public let pointer: OpaquePointer
  private let free: @Sendable (OpaquePointer) -> Void

  /// Takes ownership of `pointer`.
  ///
  /// - Parameters:
  ///   - pointer: The object, which nothing else may free.
  ///   - free: The C library's function that frees it; called once, on the thread that drops the
  ///     owner.
  public init(_ pointer: OpaquePointer, free: @escaping @Sendable (OpaquePointer) -> Void) {
    unsafe self.pointer = pointer
    unsafe self.free = free
  }

  deinit { unsafe free(pointer) }
}

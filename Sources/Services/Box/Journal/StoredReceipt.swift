import Wire

/// A receipt as the journal holds it.
struct StoredReceipt: Sendable, Equatable {
  /// Its number.
  let seq: Int64
  /// Delivered or handled.
  let kind: Receipt.Kind
  /// Its JSON text.
  let body: String
}

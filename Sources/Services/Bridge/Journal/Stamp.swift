import Wire

/// Who writes into the journal, and when.
struct Stamp: Sendable {
  let issuer: Issuer
  let moment: Timestamp
}

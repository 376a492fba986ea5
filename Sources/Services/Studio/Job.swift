import Voice

/// One clip that is to be made.
struct Job: Sendable {
  let row: RecordingScript.Row
  let origin: Origin
}

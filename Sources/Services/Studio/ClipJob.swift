import Voice

/// One clip that is to be made.
struct ClipJob: Sendable {
  let row: RecordingScript.Row
  let origin: Origin
}

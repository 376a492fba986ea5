/// Why a sound device stopped.
enum PCMFault: Error, Equatable {
  /// It ran out of samples: `EPIPE`.
  case underrun
  /// The computer slept: `ESTRPIPE`.
  case suspended
  /// It has gone, or fails for another reason, in the library's words.
  case failed(String)
}

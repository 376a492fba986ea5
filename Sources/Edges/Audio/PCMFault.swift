/// Why a sound device stopped.
enum PCMFault: Error, Equatable {
  /// It ran out of samples: `EPIPE`.
  case underrun
  /// The computer slept: `ESTRPIPE`.
  case suspended
  /// It has gone, or fails for another reason, in the library's words.
  case failed(String)

  /// The fault in words.
  var reason: String {
    switch self {
    case .underrun: "it runs dry at once"
    case .suspended: "it sleeps"
    case .failed(let reason): reason
    }
  }
}

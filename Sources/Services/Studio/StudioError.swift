public import Voice

/// Why a pack was not built.
public enum StudioError: Error {
  /// Its script, its manifest or its recordings are wrong.
  case faults(PackFaults)
  /// The synthesizer that a row needs is not installed.
  case noSynthesizer(PackFault)
  /// A clip cannot be written.
  case unwritable(any Error)
}

extension StudioError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .faults(let faults): "\(faults)"
    case .noSynthesizer(let fault): "\(fault)"
    case .unwritable(let error): "\(error)"
    }
  }
}

import Glibc

/// Ratios of amplitudes as decibels.
enum Decibels {
  /// The ratio that `decibels` stand for.
  static func amplitude(_ decibels: Float) -> Float { powf(10, decibels / 20) }
}

/// The half wave that fades and windows are made of.
enum Cosine {
  /// cos(π · `fraction`).
  static func of(_ fraction: Float) -> Float { cosf(.pi * fraction) }
}

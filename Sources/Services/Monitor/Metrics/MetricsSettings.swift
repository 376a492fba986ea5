/// What a monitor shows to Prometheus.
public struct MetricsSettings: Sendable, Equatable {
  /// The program's version.
  public var version = ""
  /// Whether each box has series of its own.
  public var showsBoxes = false
  /// With more boxes than this none has: a Prometheus should not be filled by a fleet that grows.
  public var mostBoxes = 500

  /// Starts with the usual settings.
  public init() {}
}

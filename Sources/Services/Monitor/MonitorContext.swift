import Fleet
import Service
import Wire

/// What the parts of a monitor share.
struct MonitorContext: Sendable {
  /// The current state of the fleet.
  let fleet: FleetView
  /// Where everything is stored.
  let repository: any FleetRepository
  /// The monitor's settings.
  var settings: MonitorSettings
  /// The monitor's clock.
  let now: @Sendable () -> Timestamp
  /// The log.
  let log: Log
}

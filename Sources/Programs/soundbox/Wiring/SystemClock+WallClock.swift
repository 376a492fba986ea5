import Bridge
import Interop
import Wire

extension WallClock {
  /// The system's own.
  static let system = WallClock(
    now: { Timestamp(milliseconds: SystemClock.milliseconds) }, isSynced: { SystemClock.isSynced })
}

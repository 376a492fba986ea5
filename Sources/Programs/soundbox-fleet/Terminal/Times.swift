import Interop
import Wire

extension Timestamp {
  /// The time on a wall here: `20:00:05`.
  var wallTime: String {
    let second = TimeZone.local(milliseconds / 1000).second
    return [second / 3600, second / 60 % 60, second % 60]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  /// How long ago it was, roughly: `5 s`, `3 min`, `2 h`, `4 d`.
  ///
  /// - Parameter now: What time it is.
  /// - Returns: The time since then.
  func age(at now: Timestamp) -> String {
    let seconds = max(0, (now - self).milliseconds / 1000)
    return switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) d"
    }
  }
}

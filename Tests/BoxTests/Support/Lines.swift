import Service
import Synchronization

/// The lines of a log.
final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  var log: Log { Log { line in self.lines.withLock { $0.append(line) } } }
}

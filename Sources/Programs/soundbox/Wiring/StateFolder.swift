import Box
import Database
import Glibc
import ProgramKit
import Service
import Wire

/// The folder of the box's journal.
enum StateFolder {
  /// The journal's path.
  static func journalPath(_ configuration: Configuration) -> String {
    "\(configuration.state)/journal.sqlite"
  }

  /// Opens the journal.
  ///
  /// Sets a damaged one aside and starts a new one: a box that has forgotten its orders is better
  /// than a silent one.
  static func openJournal(
    _ configuration: Configuration, clock: BoxClock, log: Log
  ) throws(Failure) -> Journal {
    let path = journalPath(configuration)
    func open() throws -> Journal {
      try Journal(
        path: path, store: configuration.store, box: configuration.box, clock: clock,
        queueLimit: configuration.policy.limit,
        mended: { log(.error, "journal repaired", ["path": path, "what": $0]) })
    }
    do {
      do {
        return try open()
      } catch let error as DatabaseError where error.isCorrupt {
        let suffix = String(clock.now().milliseconds)
        let aside = try Database.setAside(path: path, suffix: suffix)
        log(
          .error, "journal damaged, set aside; orders may be repeated",
          ["error": "\(error)", "path": aside])
        return try open()
      }
    } catch {
      throw Failure(.unavailable, "\(error)")
    }
  }

  /// Makes the folder if it is missing.
  ///
  /// - Parameter path: The folder.
  /// - Throws: ``Failure`` if it cannot be made.
  static func make(_ path: String) throws(Failure) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/\(part)"
      if mkdir(made, 0o750) != 0, errno != EEXIST {
        throw Failure(
          .cannotCreate,
          "cannot make the state folder \(made): \(errno == EACCES ? "permission denied" : "error \(errno)");"
            + " make it, or set 'state' in the configuration")
      }
    }
  }
}

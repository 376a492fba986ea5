import Glibc
import Interop

/// The right to use one database, held as a lock on a file beside it.
///
/// The kernel gives it back when the program ends, however that happens. The lock's file stays:
/// removing it would let two programs lock two files of the same name.
struct FileLock: Sendable {
  private let path: String
  private let file: FileDescriptor

  /// Whether it still keeps others out: they look for the file by its name.
  var isInPlace: Bool {
    FileIdentity(of: path).map { $0 == FileIdentity(of: file.rawValue) } ?? false
  }

  init(for path: String) throws(DatabaseError) {
    let name = path + ".lock"
    let descriptor = unsafe open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw DatabaseError(errno: errno, step: "open \(name)") }
    self.path = name
    file = FileDescriptor(owning: descriptor)
    guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return }
    guard errno == EWOULDBLOCK else { throw DatabaseError(errno: errno, step: "lock \(name)") }
    throw DatabaseError(.busy, step: "open \(path)", reason: "another program is using it")
  }
}

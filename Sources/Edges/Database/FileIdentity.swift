import Glibc

/// Which file it is, whatever its name: two names lead to one file if this is the same.
struct FileIdentity: Equatable {
  let device: dev_t
  let number: ino_t

  /// Looks at what a path leads to; `nil` if there is nothing.
  ///
  /// Corresponds to `stat`.
  init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Looks at an open file.
  ///
  /// Corresponds to `fstat`.
  init?(of descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = status.st_dev
    number = status.st_ino
  }
}

/// The files that belong to an open database, as they were when it was opened.
struct Place: Equatable {
  let path: String
  let file: FileIdentity?
  /// `path-wal`, with the newest transactions: without it they are lost.
  let log: FileIdentity?
  /// The folder that they are in.
  let folder: FileIdentity?

  /// Looks at what is there now.
  init(_ path: String) {
    self.path = path
    file = FileIdentity(of: path)
    log = FileIdentity(of: path + "-wal")
    folder = FileIdentity(of: Self.folder(of: path))
  }

  /// Whether file and log are still what their names lead to.
  ///
  /// SQLite keeps both open, and goes on writing into them when they have been deleted or moved: all
  /// that would be gone with the end of the program. Takes two system calls, some 2 µs.
  var isKept: Bool {
    FileIdentity(of: path) == file && FileIdentity(of: path + "-wal") == log
  }

  /// The folder in which a file is.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

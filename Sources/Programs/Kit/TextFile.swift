import Glibc
import Interop

/// Reads and writes whole files.
package enum TextFile {
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - limit: The largest size that is accepted, in bytes.
  /// - Returns: Its bytes.
  /// - Throws: ``Failure`` with code 66 if there is no such file.
  package static func bytes(_ path: String, limit: Int = 4 << 20) throws(Failure) -> [UInt8] {
    do {
      let file = path == "-" ? FileDescriptor.standard(0) : try FileDescriptor.open(path)
      var bytes: [UInt8] = []
      while true {
        let more = try file.read()
        if more.isEmpty { return bytes }
        bytes += more
        if bytes.count > limit { break }
      }
    } catch {
      throw Failure(error.code == ENOENT ? .noInput : .system, "\(error)")
    }
    throw Failure(.data, "\(path) is larger than \(limit) bytes")
  }

  /// Reads a file of UTF-8 text.
  package static func text(_ path: String) throws(Failure) -> String {
    guard let text = String(validating: try bytes(path), as: UTF8.self) else {
      throw Failure(.data, "\(path) is not UTF-8 text")
    }
    return text
  }

  /// Reads a secret: the text of a file without the newline at its end.
  package static func secret(_ path: String) throws(Failure) -> String {
    let text = try text(path)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// Replaces a file atomically: a reader sees either the old text or the new one.
  package static func replace(_ path: String, with text: String) throws(Failure) {
    do {
      let draft = path + ".new"
      try FileDescriptor.open(draft, create: true).write(Array(text.utf8))
      guard rename(draft, path) == 0 else { throw SystemError.last("rename \(draft) to \(path)") }
    } catch {
      throw Failure(.cannotCreate, "\(error)")
    }
  }
}

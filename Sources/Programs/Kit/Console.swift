import Interop

/// Standard output for data, standard error for complaints.
package enum Console {
  package static func print(_ text: String) { write(text + "\n", to: 1) }

  package static func complain(_ text: String) { write(text + "\n", to: 2) }

  /// A reader that has gone is not ours to complain about.
  private static func write(_ text: String, to number: Int32) {
    try? FileDescriptor.standard(number).write(Array(text.utf8))
  }
}

import Glibc
import TestKit

/// A program that sees mounts of its own, as any user may have them.
enum OwnMounts {
  private static let isRoot = geteuid() == 0

  /// Whether a file can be mounted as a disk, and made to fail: containers seldom let even root do that.
  static func haveDisks() async throws -> Bool {
    guard unsafe access("/dev/loop-control", W_OK) == 0 else { return false }
    return try await withTemporaryFolder { folder in
      do {
        try await TestKit.run("mkdir", "\(folder)/disk")
        try await TestKit.run("truncate", "-s", "8M", "\(folder)/image")
        try await TestKit.run("mkfs.ext4", "-q", "\(folder)/image")
        try await TestKit.run(
          "unshare", "-m", "sh", "-c",
          #"""
          mount -o loop "$0/image" "$0/disk" && d=$(findmnt -no SOURCE "$0/disk") &&
            test -w "/sys/fs/ext4/${d##*/}/trigger_fs_error"
          """#, folder)
        return true
      } catch is ProgramFailed {
        return false
      }
    }
  }

  /// What starts a program so that it and its children alone see what a script mounts.
  ///
  /// - Parameters:
  ///   - script: What is run in a shell before the program.
  ///   - argument: What the script gets as `$0`.
  /// - Returns: The words before the program's own.
  static func wrapper(_ script: String, _ argument: String) -> [String] {
    ["/usr/bin/unshare", isRoot ? "-m" : "-mr", "sh", "-c", #"\#(script) && exec "$@""#, argument]
  }

  /// Runs a script that sees what such a program sees.
  ///
  /// - Parameters:
  ///   - process: The program's number.
  ///   - script: What is run in a shell.
  ///   - argument: What the script gets as `$0`.
  /// - Throws: `ProgramFailed`.
  static func run(with process: Int32, _ script: String, _ argument: String) async throws {
    let options = isRoot ? "-m" : "-m -U --preserve-credentials"
    try await TestKit.run(
      "sh", "-c", #"exec nsenter -t "$0" \#(options) sh -c "$1" "$2""#, "\(process)", script,
      argument)
  }
}

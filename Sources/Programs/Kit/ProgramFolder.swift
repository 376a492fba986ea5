import Glibc

/// The folders of what is installed along with a program.
package enum ProgramFolder {
  /// Where to look for installed files of one kind.
  ///
  /// - Parameters:
  ///   - source: The folder in the source tree, below the current folder.
  ///   - installed: Its name below `share/soundbox` beside the program.
  /// - Returns: The folders, in the order of the search.
  package static func candidates(source: String, installed: String) -> [String] {
    guard let program = path else { return [source] }
    return [source, "\(program)/../share/soundbox/\(installed)"]
  }

  private static var path: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard length > 0 else { return nil }
    let path = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
  }
}

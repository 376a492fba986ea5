import Glibc
import ProgramKit

/// Where packs lie.
enum PackFolder {
  /// Finds a pack.
  ///
  /// - Parameters:
  ///   - name: A path, if there is a slash in it; otherwise a name among the installed packs.
  ///   - sounds: The folder of the installed packs, if one is configured.
  /// - Returns: The pack's folder.
  /// - Throws: ``Failure`` with code 78 that says where it was looked for.
  static func find(_ name: String, sounds: String?) throws(Failure) -> String {
    let candidates =
      name.contains("/") ? [name] : places(sounds).map { "\($0)/\(name)" }
    for candidate in candidates where access("\(candidate)/pack.json", R_OK) == 0 {
      return candidate
    }
    throw Failure(
      .configuration,
      "no pack '\(name)': there is no pack.json in \(candidates.joined(separator: ", ")); "
        + "name an installed pack or a path")
  }

  private static func places(_ sounds: String?) -> [String] {
    if let sounds { return [sounds] }
    var places = ["Sounds"]
    if let program = try? programFolder() { places.append("\(program)/../share/soundbox/Sounds") }
    return places
  }

  private static func programFolder() throws(Failure) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard length > 0 else { throw Failure(.system, "cannot tell where this program lies") }
    let path = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
  }
}

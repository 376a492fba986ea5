import Voice
import Wire

/// The text of `pack.json`, whose member `clips` is generated and the rest written by hand.
struct ManifestText {
  private let bytes: [UInt8]
  private let clips: Range<Int>

  /// Parses the text of a manifest.
  ///
  /// - Throws: ``Voice/PackFaults`` for a text that is not JSON, or has no object `clips`.
  init(_ text: String) throws(PackFaults) {
    bytes = Array(text.utf8)
    do {
      _ = try JSONReader.read(bytes)
    } catch {
      throw PackFaults([
        PackFault(
          file: "pack.json", path: "byte \(error.offset)", problem: error.reason,
          remedy: "write JSON")
      ])
    }
    guard let clips = Self.value(of: "clips", in: bytes), bytes[clips].first == UInt8(ascii: "{")
    else {
      throw PackFaults([
        PackFault(
          file: "pack.json", path: "clips", problem: "the object is missing",
          remedy: "add \"clips\": {} at its end")
      ])
    }
    self.clips = clips
  }

  /// The text with other clips, one per line and sorted by id, and a newline at the end.
  func replacingClips(with entries: [ClipID: ClipEntry]) -> String {
    let lines = entries.sorted { $0.key < $1.key }.map { id, entry in
      "    \(JSON.string(id.rawValue).encoded): {\(Self.members(of: entry))}"
    }
    let object = lines.isEmpty ? "{}" : "{\n" + lines.joined(separator: ",\n") + "\n  }"
    let whole = bytes[..<clips.lowerBound] + Array(object.utf8) + bytes[clips.upperBound...]
    let text = String(decoding: whole, as: UTF8.self)
    return text.hasSuffix("\n") ? text : text + "\n"
  }

  private static func members(of entry: ClipEntry) -> String {
    let members: [(String, JSON)] = [
      ("file", .string(entry.file)), ("sha256", .string(entry.sha256)),
      ("text", .string(entry.text)), ("role", .string(entry.role.rawValue)),
      ("source", .string(entry.source)), ("licence", .string(entry.licence)),
      ("frames", .number(JSONNumber(entry.frames))),
    ]
    return members.map { "\"\($0)\": \($1.encoded)" }.joined(separator: ", ")
  }

  /// The range of a member's value in the outermost object of valid JSON, if the value is an object.
  private static func value(of key: String, in bytes: [UInt8]) -> Range<Int>? {
    let key = Array("\"\(key)\"".utf8)
    var depth = 0
    var start: Int?
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        let end = endOfString(at: index, in: bytes)
        if depth == 1, bytes[index..<end].elementsEqual(key), let value = member(at: end, bytes) {
          start = value
        }
        index = end
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 1, let start { return start..<index + 1 }
      default:
        break
      }
      index += 1
    }
    return nil
  }

  /// The start of the value if a key ends at `index`; `nil` if a value ends there.
  private static func member(at index: Int, _ bytes: [UInt8]) -> Int? {
    let isSpace = { (byte: UInt8) in [0x20, 0x0A, 0x0D, 0x09].contains(byte) }
    let rest = bytes[index...].drop(while: isSpace)
    guard rest.first == UInt8(ascii: ":") else { return nil }
    return rest.dropFirst().drop(while: isSpace).startIndex
  }

  private static func endOfString(at index: Int, in bytes: [UInt8]) -> Int {
    var index = index + 1
    while bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index + 1
  }
}

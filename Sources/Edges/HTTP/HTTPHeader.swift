/// One line of a head.
public struct HTTPHeader: Sendable, Equatable {
  /// Its name; upper and lower case mean the same.
  public var name: String
  /// Its value.
  public var value: String

  /// Makes a line.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - value: Its value, without line ends.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Whether it can stand in a head without ending it or beginning another line (RFC 9110, 5.1, 5.5).
  var isSound: Bool {
    Self.isToken(name)
      && value.utf8.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }
  }

  /// Whether a text is a token (RFC 9110, 5.6.2), as names and methods are.
  static func isToken(_ text: String) -> Bool {
    let marks = Array("!#$%&'*+-.^_`|~".utf8)
    return !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default: marks.contains(byte)
        }
      }
  }
}

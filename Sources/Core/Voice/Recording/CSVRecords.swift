/// Reads comma-separated records as RFC 4180 defines them; lines may end with LF alone.
public struct CSVRecords: Sendable {
  /// One record.
  public struct Record: Sendable {
    /// The line on which it begins, from 1.
    public let line: Int
    /// Its cells.
    public let fields: [String]
  }

  /// The records, the header among them.
  public private(set) var records: [Record] = []
  /// Where the text is no CSV.
  public private(set) var faults: [PackFault] = []
  private let file: String
  private var rest: ArraySlice<UInt8>
  private var line = 1

  private static let quote = UInt8(ascii: "\"")
  private static let comma = UInt8(ascii: ",")
  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - file: The name of its file, for the faults.
  public init(_ text: String, file: String) {
    self.file = file
    rest = ArraySlice(text.utf8)
    while !rest.isEmpty { records.append(record()) }
  }

  private mutating func record() -> Record {
    let start = line
    var fields = [field()]
    while rest.first == Self.comma {
      rest.removeFirst()
      fields.append(field())
    }
    endLine()
    return Record(line: start, fields: fields)
  }

  private mutating func field() -> String {
    guard rest.first == Self.quote else {
      let end = [Self.comma, Self.newline, Self.carriageReturn]
      let bytes = rest.prefix { !end.contains($0) }
      rest = rest.dropFirst(bytes.count)
      if bytes.contains(Self.quote) {
        faults.append(fault(line, "'\"' inside a field", "put the field in quotes, '\"' doubled"))
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    return quotedField()
  }

  private mutating func quotedField() -> String {
    let start = line
    rest.removeFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == Self.newline { line += 1 }
      guard byte == Self.quote else {
        bytes.append(byte)
        continue
      }
      guard rest.first == Self.quote else { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(Self.quote)
      rest.removeFirst()
    }
    faults.append(fault(start, "a field in quotes has no end", "close it with '\"'"))
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func endLine() {
    let surplus = rest.prefix { $0 != Self.newline }
    if surplus.contains(where: { $0 != Self.carriageReturn }) {
      faults.append(fault(line, "text after a field in quotes", "put a comma between them"))
    }
    rest = rest.dropFirst(surplus.count + 1)
    line += 1
  }

  private func fault(_ line: Int, _ problem: String, _ remedy: String) -> PackFault {
    PackFault(file: file, path: "line \(line)", problem: problem, remedy: remedy)
  }
}

import CYAML

/// Parses a text into YAML events.
///
/// Corresponds to `yaml_parser_t`, for one complete text.
@safe struct EventReader: ~Copyable {
  enum Event {
    case scalar(String, isPlain: Bool)
    case listStart, listEnd, mappingStart, mappingEnd, documentStart, documentEnd, streamStart, end
    case alias
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>
  private let file: String

  init(_ bytes: [UInt8], file: String) {
    unsafe input = .allocate(capacity: bytes.count)
    _ = unsafe input.initialize(from: bytes)
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    self.file = file
    precondition(unsafe yaml_parser_initialize(parser) == 1, "out of memory")
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe input.deallocate()
  }

  /// The next event and its location.
  mutating func next() throws(SettingsFault) -> (event: Event, location: Location) {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw fault() }
    defer { unsafe yaml_event_delete(&event) }
    let location = Location(file: file, line: unsafe event.start_mark.line + 1)
    switch unsafe event.type {
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      try unsafe refuse(anchor: scalar.anchor, tag: scalar.tag, at: location)
      let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
      return (.scalar(unsafe String(decoding: bytes, as: UTF8.self), isPlain: isPlain), location)
    case YAML_SEQUENCE_START_EVENT:
      let start = unsafe event.data.sequence_start
      try unsafe refuse(anchor: start.anchor, tag: start.tag, at: location)
      return (.listStart, location)
    case YAML_MAPPING_START_EVENT:
      let start = unsafe event.data.mapping_start
      try unsafe refuse(anchor: start.anchor, tag: start.tag, at: location)
      return (.mappingStart, location)
    case YAML_SEQUENCE_END_EVENT: return (.listEnd, location)
    case YAML_MAPPING_END_EVENT: return (.mappingEnd, location)
    case YAML_DOCUMENT_START_EVENT: return (.documentStart, location)
    case YAML_DOCUMENT_END_EVENT: return (.documentEnd, location)
    case YAML_STREAM_START_EVENT: return (.streamStart, location)
    case YAML_ALIAS_EVENT: return (.alias, location)
    default: return (.end, location)
    }
  }

  private func refuse(
    anchor: UnsafeMutablePointer<UInt8>?, tag: UnsafeMutablePointer<UInt8>?, at location: Location
  ) throws(SettingsFault) {
    if unsafe anchor != nil {
      throw SettingsFault(
        location, "anchors ('&name') are not allowed", remedy: "repeat the value instead")
    }
    if unsafe tag != nil {
      throw SettingsFault(location, "tags ('!name') are not allowed", remedy: "remove the tag")
    }
  }

  private func fault() -> SettingsFault {
    let problem =
      unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "invalid"
    var (line, column) = unsafe (
      parser.pointee.problem_mark.line, parser.pointee.problem_mark.column
    )
    if unsafe parser.pointee.error == YAML_READER_ERROR {
      let before = unsafe input.prefix(parser.pointee.problem_offset)
      line = unsafe before.count { $0 == UInt8(ascii: "\n") }
      column = unsafe before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count
    }
    return SettingsFault(
      Location(file: file, line: line + 1), "column \(column + 1): \(problem)",
      remedy: problem.contains("tab character")
        ? "indent with spaces"
        : problem.contains("cannot start any token")
          ? "quote text that begins with a special character or a tab"
          : "check indentation, quotes and brackets")
  }
}

/// Replaces JSON's surrogate pairs, `\ud83d\ude00`, by YAML's single escape, `\U0001f600`.
///
/// YAML has no surrogate pairs. Such escapes have a meaning in double quotes only, so they are replaced
/// everywhere unless the first backslash is itself escaped.
func joiningSurrogates(in bytes: [UInt8]) -> [UInt8] {
  guard bytes.contains(UInt8(ascii: "\\")) else { return bytes }
  var result: [UInt8] = []
  result.reserveCapacity(bytes.count)
  var index = 0
  while index < bytes.count {
    guard bytes[index] == UInt8(ascii: "\\") else {
      result.append(bytes[index])
      index += 1
      continue
    }
    if let high = escape(in: bytes, at: index), 0xd800..<0xdc00 ~= high,
      let low = escape(in: bytes, at: index + 6), 0xdc00..<0xe000 ~= low
    {
      let scalar = 0x10000 + (high - 0xd800) << 10 + (low - 0xdc00)
      let digits = String(scalar, radix: 16)
      result += "\\U\(String(repeating: "0", count: 8 - digits.count))\(digits)".utf8
      index += 12
    } else {
      result += bytes[index..<min(index + 2, bytes.count)]
      index += 2
    }
  }
  return result
}

/// The code unit of the escape `\uXXXX` at `index`.
private func escape(in bytes: [UInt8], at index: Int) -> Int? {
  guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
    bytes[index + 1] == UInt8(ascii: "u"), bytes[index + 2] != UInt8(ascii: "+")
  else { return nil }
  return Int(String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16)
}

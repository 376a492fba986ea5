/// The clocks of one time zone, from its file of Debian's `tzdata` (TZif, RFC 8536).
///
/// glibc has one zone a process; messages of several back ends need several at once.
public struct ZoneFile: Sendable {
  /// From a moment on, in seconds since 1970, the zone's clocks are so many seconds ahead of UTC.
  private struct Change {
    let since: Int64
    let offset: Int
  }

  private let first: Int
  private let changes: [Change]
  /// The zone's rule after the last change is one that this reader does not know: clocks change.
  private let isOpenEnded: Bool

  /// Reads a zone, if it is installed.
  ///
  /// - Parameter name: A name of the IANA database, such as `Asia/Shanghai`.
  public init?(_ name: String) {
    guard TimeZone.exists(name),
      let file = try? FileDescriptor.open("\(TimeZone.folder)/\(name)")
    else { return nil }
    var bytes: [UInt8] = []
    while let more = try? file.read(), !more.isEmpty, bytes.count < 1 << 20 { bytes += more }
    self.init(bytes)
  }

  /// Reads the contents of a file.
  ///
  /// - Parameter bytes: TZif of version 2 or later.
  init?(_ bytes: [UInt8]) {
    // The first block counts in 32 bits; the second one, in 64 bits, says the same and more.
    var reader = ByteReader(bytes)
    guard let old = Header(&reader), reader.skip(old.length(ofTime: 4)),
      let header = Header(&reader), header.types > 0
    else { return nil }
    var moments: [Int64] = []
    for _ in 0..<header.times {
      guard let moment = reader.integer(8) else { return nil }
      moments.append(moment)
    }
    var indices: [Int] = []
    for _ in 0..<header.times {
      guard let index = reader.integer(1), index >= 0, index < header.types else { return nil }
      indices.append(Int(index))
    }
    var offsets: [Int] = []
    for _ in 0..<header.types {
      guard let offset = reader.integer(4), reader.skip(2) else { return nil }
      offsets.append(Int(offset))
    }
    guard reader.skip(header.rest) else { return nil }
    first = offsets[0]
    changes = zip(moments, indices).map { Change(since: $0, offset: offsets[$1]) }
    isOpenEnded = reader.rest.contains(UInt8(ascii: ","))
  }

  /// How far the zone's clocks are ahead of UTC when they show a time.
  ///
  /// - Parameter local: The time, in seconds since 1970 as if the clock showed UTC.
  /// - Returns: Seconds; the smaller of two where clocks show a time twice; `nil` for a time that they
  ///   skip, and beyond the file's years.
  public func offset(atLocal local: Int64) -> Int? {
    var found: Int?
    // No zone is a day and a half from UTC, so that few changes are near.
    for offset in Set(offsets(from: local - 130_000, to: local + 130_000))
    where self.offset(at: local - Int64(offset)) == offset {
      found = min(found ?? offset, offset)
    }
    return found
  }

  private func offsets(from start: Int64, to end: Int64) -> [Int] {
    [offset(at: start), offset(at: end)].compactMap(\.self)
      + changes.lazy.filter { start <= $0.since && $0.since <= end }.map(\.offset)
  }

  private func offset(at moment: Int64) -> Int? {
    guard let index = changes.lastIndex(where: { $0.since <= moment }) else { return first }
    if isOpenEnded, index == changes.count - 1, moment - changes[index].since > 31_622_400 {
      return nil
    }
    return changes[index].offset
  }

  /// The head of a block (RFC 8536, section 3.1).
  private struct Header {
    let times: Int
    let types: Int
    /// The bytes after the types: abbreviations, leap seconds and indicators.
    let rest: Int
    private let leaps: Int

    init?(_ reader: inout ByteReader) {
      guard reader.take(Array("TZif".utf8)), let version = reader.integer(1), version >= 0x32,
        reader.skip(15), let uts = reader.integer(4), let standards = reader.integer(4),
        let leaps = reader.integer(4), let times = reader.integer(4),
        let types = reader.integer(4), let characters = reader.integer(4),
        [uts, standards, leaps, times, types, characters].allSatisfy({ (0...100_000).contains($0) })
      else { return nil }
      self.times = Int(times)
      self.types = Int(types)
      self.leaps = Int(leaps)
      rest = Int(characters + leaps * 12 + standards + uts)
    }

    /// The bytes of the block, if a moment takes so many.
    func length(ofTime size: Int) -> Int {
      times * (size + 1) + types * 6 + rest - leaps * (8 - size)
    }
  }

  /// Takes big-endian numbers off an array, from its front.
  private struct ByteReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func take(_ bytes: [UInt8]) -> Bool {
      guard rest.starts(with: bytes) else { return false }
      return skip(bytes.count)
    }

    mutating func skip(_ count: Int) -> Bool {
      guard count >= 0, rest.count >= count else { return false }
      rest = rest.dropFirst(count)
      return true
    }

    /// A signed number of so many bytes; one byte has no sign.
    mutating func integer(_ size: Int) -> Int64? {
      guard rest.count >= size, let top = rest.first else { return nil }
      var value: Int64 = size > 1 && top >= 0x80 ? -1 : 0
      for byte in rest.prefix(size) { value = value << 8 | Int64(byte) }
      rest = rest.dropFirst(size)
      return value
    }
  }
}

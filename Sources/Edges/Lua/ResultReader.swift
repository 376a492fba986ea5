/// Reads a result from bytes, as `values.h` describes them.
struct ResultReader {
  /// Why a result is refused.
  struct Refusal: Error {
    /// Where in the result, as in Lua: `.items[2]`; empty for the result itself.
    let path: String
    /// What is wrong there, such as “is a function”.
    let reason: String
  }

  /// A value as Lua has it.
  private enum Raw {
    case null
    case bool(Bool)
    case integer(Int64)
    case float
    case text([UInt8])
    case table([(key: Raw, value: Raw)])
    case other(String)
  }

  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  /// Reads the result; it must be the whole of the bytes.
  mutating func value() throws(Refusal) -> LuaValue {
    // A function that was not called has no result.
    guard !bytes.isEmpty else { return .null }
    let raw = raw()
    precondition(bytes.isEmpty, "the result is longer than it should be")
    return try convert(raw, path: "")
  }

  private mutating func raw() -> Raw {
    switch UInt8(bytes.removeFirst()) {
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "t"): return .bool(true)
    case UInt8(ascii: "f"): return .bool(false)
    case UInt8(ascii: "i"): return .integer(integer())
    case UInt8(ascii: "d"): return .float
    case UInt8(ascii: "s"): return .text(text())
    case UInt8(ascii: "x"): return .other(String(decoding: text(), as: UTF8.self))
    case UInt8(ascii: "T"):
      var entries: [(key: Raw, value: Raw)] = []
      while bytes.first != UInt8(ascii: "e") {
        let key = raw()
        entries.append((key, raw()))
      }
      bytes.removeFirst()
      return .table(entries)
    default: preconditionFailure("the result has an unknown tag")
    }
  }

  private mutating func integer() -> Int64 {
    let digits = bytes.prefix(8)
    bytes.removeFirst(8)
    return unsafe digits.withUnsafeBytes { unsafe $0.loadUnaligned(as: Int64.self) }
  }

  private mutating func text() -> [UInt8] {
    let size = Int(integer())
    defer { bytes.removeFirst(size) }
    return Array(bytes.prefix(size))
  }

  private func convert(_ raw: Raw, path: String) throws(Refusal) -> LuaValue {
    switch raw {
    case .null: return .null
    case .bool(let isTrue): return .bool(isTrue)
    case .integer(let number): return .text(String(number))
    case .float:
      throw Refusal(
        path: path, reason: "is a float: return numbers as text, since a float is not exact")
    case .text(let bytes): return .text(try string(bytes, path: path))
    case .table(let entries): return try table(entries, path: path)
    case .other(let type): throw Refusal(path: path, reason: "is a \(type)")
    }
  }

  private func table(
    _ entries: [(key: Raw, value: Raw)], path: String
  ) throws(Refusal) -> LuaValue {
    var elements: [(index: Int64, value: Raw)] = []
    var members: [(key: [UInt8], value: Raw)] = []
    for (key, value) in entries {
      switch key {
      case .integer(let index): elements.append((index, value))
      case .text(let key): members.append((key, value))
      case .float: throw Refusal(path: path, reason: "has a float as a key")
      case .bool: throw Refusal(path: path, reason: "has a boolean as a key")
      case .other(let type): throw Refusal(path: path, reason: "has a \(type) as a key")
      case .null, .table: preconditionFailure("Lua has no such key")
      }
    }
    guard elements.isEmpty || members.isEmpty else {
      throw Refusal(path: path, reason: "has both numbers and strings as keys")
    }
    return elements.isEmpty && !members.isEmpty
      ? .object(try object(members, path: path)) : .list(try list(elements, path: path))
  }

  private func list(
    _ elements: [(index: Int64, value: Raw)], path: String
  ) throws(Refusal) -> [LuaValue] {
    var values: [LuaValue] = []
    for (expected, element) in zip(1..., elements.sorted { $0.index < $1.index }) {
      guard element.index == expected else {
        throw Refusal(
          path: path, reason: "is a list with the key \(element.index), but without \(expected)")
      }
      values.append(try convert(element.value, path: "\(path)[\(expected)]"))
    }
    return values
  }

  private func object(
    _ members: [(key: [UInt8], value: Raw)], path: String
  ) throws(Refusal) -> [LuaValue.Member] {
    var object: [LuaValue.Member] = []
    for member in members.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let key = try string(member.key, path: path)
      object.append(LuaValue.Member(key, try convert(member.value, path: "\(path).\(key)")))
    }
    return object
  }

  private func string(_ bytes: [UInt8], path: String) throws(Refusal) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Refusal(path: path, reason: "has text that is not UTF-8")
    }
    return text
  }
}

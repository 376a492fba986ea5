/// Writes a function's name and its arguments as bytes, as `values.h` describes them.
struct ArgumentWriter {
  private(set) var bytes: [UInt8] = []
  /// The number of arguments.
  private(set) var count = 0

  /// Calls no function.
  init() {}

  init(function: String) { add(tag: "s", function) }

  /// Adds an argument, unless it nests too deep.
  mutating func add(_ argument: LuaValue) -> Bool {
    count += 1
    return add(argument, depth: 0)
  }

  private mutating func add(_ value: LuaValue, depth: Int) -> Bool {
    switch value {
    case .null: add(tag: "n")
    case .bool(let isTrue): add(tag: isTrue ? "t" : "f")
    case .text(let text): add(tag: "s", text)
    case .list(let values):
      guard depth < LuaScript.greatestDepth else { return false }
      add(tag: "l")
      add(values.count)
      for value in values {
        guard add(value, depth: depth + 1) else { return false }
      }
    case .object(let members):
      guard depth < LuaScript.greatestDepth else { return false }
      add(tag: "o")
      add(members.count)
      for member in members {
        add(member.key)
        guard add(member.value, depth: depth + 1) else { return false }
      }
    }
    return true
  }

  private mutating func add(tag: Unicode.Scalar) { bytes.append(UInt8(ascii: tag)) }

  private mutating func add(tag: Unicode.Scalar, _ text: String) {
    add(tag: tag)
    add(text)
  }

  private mutating func add(_ text: String) {
    add(text.utf8.count)
    bytes += text.utf8
  }

  private mutating func add(_ size: Int) {
    unsafe withUnsafeBytes(of: size) { unsafe bytes.append(contentsOf: $0) }
  }
}

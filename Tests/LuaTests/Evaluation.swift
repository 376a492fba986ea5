public import Lua
import Testing

/// Calls a function with the body `body` and the parameters `...`.
func evaluate(
  _ body: String, _ arguments: LuaValue..., limits: LuaScript.Limits = .standard
) throws(LuaError) -> LuaValue {
  let source = Array("function test(...) \(body) end".utf8)
  return try LuaScript(source: source, name: "test.lua", limits: limits).call("test", arguments)
}

/// The error of a function with the body `body`.
func failure(
  of body: String, _ arguments: LuaValue..., limits: LuaScript.Limits = .standard
) throws -> LuaError {
  let source = Array("function test(...) \(body) end".utf8)
  let script = try LuaScript(source: source, name: "test.lua", limits: limits)
  return try #require(throws: LuaError.self) { try script.call("test", arguments) }
}

extension LuaValue: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self = .text(text) }
}

extension LuaValue: ExpressibleByArrayLiteral {
  public init(arrayLiteral values: LuaValue...) { self = .list(values) }
}

extension LuaValue: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral members: (String, LuaValue)...) {
    self = .object(members.map { Member($0, $1) })
  }
}

extension LuaValue {
  /// The bytes of a text: Swift compares texts by meaning.
  var bytes: [UInt8]? {
    if case .text(let text) = self { Array(text.utf8) } else { nil }
  }
}

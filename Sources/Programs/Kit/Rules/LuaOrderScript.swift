import Lua
import Orders
import Wire

/// A rule's script in Lua: its function `events(message, topic)` returns a list.
struct LuaOrderScript: OrderScript {
  let name: String
  private let script: LuaScript

  /// Loads a script.
  ///
  /// - Parameter path: The file.
  /// - Throws: ``Failure`` if it cannot be read, or is no Lua.
  init(_ path: String) throws(Failure) {
    name = path
    let source = try TextFile.bytes(path)
    let file = path.split(separator: "/").last.map(String.init) ?? path
    do { script = try LuaScript(source: source, name: file) } catch {
      throw Failure(.configuration, "\(error)")
    }
  }

  func events(in message: JSON, topic: String) throws(Refusal) -> [JSON] {
    do {
      guard case .list(let events) = try script.call("events", [LuaValue(message), .text(topic)])
      else { throw Refusal("script", "\(name): events must return a list") }
      return events.map { JSON($0) }
    } catch let error as LuaError {
      throw Refusal("script", error)
    } catch let error as Refusal {
      throw error
    } catch {
      throw Refusal("script", "\(error)")
    }
  }
}

extension LuaValue {
  /// A value of a message; numbers become their text, digit for digit.
  fileprivate init(_ value: JSON) {
    self =
      switch value {
      case .null: .null
      case .bool(let flag): .bool(flag)
      case .number(let number): .text(number.text)
      case .string(let text): .text(text)
      case .array(let elements): .list(elements.map { LuaValue($0) })
      case .object(let object): .object(object.members.map { Member($0.key, LuaValue($0.value)) })
      }
  }
}

extension JSON {
  /// What a script returns.
  fileprivate init(_ value: LuaValue) {
    switch value {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .text(let text): self = .string(text)
    case .list(let elements): self = .array(elements.map { JSON($0) })
    case .object(let members):
      var object = JSONObject()
      for member in members { object[member.key] = JSON(member.value) }
      self = .object(object)
    }
  }
}

import CLua
import Glibc

/// A Lua script that can compute, and nothing else: no files, clock, random numbers, or memory of
/// earlier calls.
///
/// Each call loads the script into a fresh state of Lua, so that its result depends only on the
/// script and the arguments, and a call that failed leaves nothing behind. That takes some 50
/// microseconds. Calls may come from any thread, several at once too; they do not wait for each
/// other.
///
/// A script has `string` (without `dump`), `table`, `math` (without `random` and `randomseed`),
/// `utf8`, and the functions `assert`, `error`, `getmetatable`, `ipairs`, `next`, `pairs`, `pcall`,
/// `rawequal`, `rawget`, `rawlen`, `rawset`, `select`, `setmetatable`, `tonumber`, `tostring`, `type`
/// and `xpcall`. They differ from those of the manual as follows:
///
/// - `pairs` and `next` go through numbers in ascending order, then strings by their bytes, then
///   `false` and `true`; other keys are an error. `pairs` visits the keys that were there when it
///   was called.
/// - `table.sort` keeps equal elements in their order. It ignores metamethods of the list.
/// - `tostring` and `string.format("%s")` describe a table or function by its type, without an
///   address; `%p` is an error.
/// - `setmetatable` refuses a metatable with `__gc`, and functions of `table` refuse one with
///   `__len`.
/// - `xpcall` calls its handler after the stack has been unwound.
/// - `getmetatable("")` is `false`.
public final class LuaScript: Sendable {
  /// How much a call may use.
  public struct Limits: Sendable, Hashable {
    /// The instructions of Lua's virtual machine.
    ///
    /// Long work in C and allocations count as the instructions that would take about as long.
    public let instructions: Int
    /// The memory, in bytes, of the state with the script, the arguments and all values.
    ///
    /// The result may take as much again.
    public let memory: Int

    /// Describes limits.
    ///
    /// - Parameters:
    ///   - instructions: The instructions of Lua's virtual machine.
    ///   - memory: The memory, in bytes; an empty state takes about 30,000.
    public init(instructions: Int, memory: Int) {
      precondition(instructions >= 0 && memory >= 0, "a limit is negative")
      self.instructions = instructions
      self.memory = memory
    }

    /// The limits for a message: 5,000,000 instructions and 8 MiB.
    public static let standard = Limits(instructions: 5_000_000, memory: 8 * 1024 * 1024)
  }

  /// How deep lists and objects of arguments and results nest.
  public static let greatestDepth = 64
  /// How many values a result has, those in lists and objects included.
  public static let mostValues = 10_000
  /// The processor time of a call, in nanoseconds: a second net, which the instructions stay above.
  private static let processorTime: Int64 = 5_000_000_000

  private let source: [UInt8]
  private let name: String
  private let limits: Limits

  /// Compiles a script and runs its top level.
  ///
  /// - Parameters:
  ///   - source: The script's text; precompiled chunks are refused.
  ///   - name: The file's name, for errors; Lua shows about 58 bytes of it.
  ///   - limits: How much the top level, and later each call together with it, may use.
  /// - Throws: ``LuaError`` if the script has a syntax error, or its top level fails.
  public init(source: [UInt8], name: String, limits: Limits = .standard) throws(LuaError) {
    // Some editors begin a file with U+FEFF, which is no Lua.
    let mark = Array("\u{FEFF}".utf8)
    self.source = source.starts(with: mark) ? Array(source.dropFirst(mark.count)) : source
    self.name = name
    self.limits = limits
    _ = try perform("load \(name)", arguments: ArgumentWriter())
  }

  /// Calls a global function of the script.
  ///
  /// - Parameters:
  ///   - function: The function's name.
  ///   - arguments: The arguments.
  /// - Returns: The function's first result; ``LuaValue/null`` if it returns nothing.
  /// - Throws: ``LuaError`` if there is no such function, it fails, it exceeds a limit, or its result
  ///   is none that ``LuaValue`` can represent exactly.
  public func call(_ function: String, _ arguments: [LuaValue]) throws(LuaError) -> LuaValue {
    let step = "call \(function) of \(name)"
    var writer = ArgumentWriter(function: function)
    for argument in arguments {
      guard writer.add(argument) else {
        throw LuaError(
          code: .arguments, step: step,
          text: "the arguments nest deeper than \(Self.greatestDepth)")
      }
    }
    var reader = ResultReader(try perform(step, arguments: writer))
    do throws(ResultReader.Refusal) {
      return try reader.value()
    } catch {
      throw LuaError(code: .result, step: step, text: "the result\(error.path) \(error.reason)")
    }
  }

  /// Corresponds to `lua_newstate`, `luaL_loadbufferx`, `lua_pcall` and `lua_close`.
  ///
  /// C does all of it in one call, without calling back: see `shim.h` for why no error of Lua can
  /// jump over a frame of Swift.
  private func perform(
    _ step: String, arguments: ArgumentWriter
  ) throws(LuaError) -> [UInt8] {
    let outcome = unsafe source.withUnsafeBytes { source in
      unsafe arguments.bytes.withUnsafeBytes { bytes in
        unsafe "=\(name)".withCString { name in
          var request = unsafe soundbox_lua_request()
          unsafe request.source = source.baseAddress?.assumingMemoryBound(to: CChar.self)
          unsafe request.source_size = source.count
          unsafe request.name = name
          unsafe request.arguments = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
          unsafe request.arguments_size = bytes.count
          unsafe request.argument_count = Int32(arguments.count)
          unsafe request.limits = soundbox_lua_limits(
            memory: limits.memory, work: Int64(limits.instructions),
            processor_time: Self.processorTime, depth: Int32(Self.greatestDepth),
            values: Int32(Self.mostValues))
          return unsafe soundbox_lua_perform(&request)
        }
      }
    }
    defer { unsafe free(outcome.bytes) }
    precondition(unsafe outcome.leaked == 0, "Lua kept memory after it was closed")
    let bytes = unsafe UnsafeRawBufferPointer(start: outcome.bytes, count: outcome.size)
    try unsafe check(outcome.code, step, text: bytes)
    return unsafe Array(bytes)
  }

  private func check(
    _ code: Int32, _ step: String, text: UnsafeRawBufferPointer
  ) throws(LuaError) {
    guard code != LUA_OK else { return }
    let code = LuaError.Code(rawValue: code)
    let text = unsafe String(decoding: text, as: UTF8.self)
    throw LuaError(code: code, step: step, text: code == .memory ? "not enough memory" : text)
  }
}

extension LuaError.Code {
  /// The script raised an error.
  public static let runtime = Self(rawValue: LUA_ERRRUN)
  /// The script has a syntax error.
  public static let syntax = Self(rawValue: LUA_ERRSYNTAX)
  /// The script used more memory than allowed.
  public static let memory = Self(rawValue: LUA_ERRMEM)
  /// The script used more instructions than allowed.
  public static let instructions = Self(rawValue: Int32(SOUNDBOX_LUA_EXHAUSTED))
  /// The script has no function of that name.
  public static let missingFunction = Self(rawValue: Int32(SOUNDBOX_LUA_MISSING))
  /// The result is too large, or no value that ``LuaValue`` can represent exactly.
  public static let result = Self(rawValue: Int32(SOUNDBOX_LUA_RESULT))
  /// The arguments nest too deep.
  public static let arguments = Self(rawValue: Int32(SOUNDBOX_LUA_ARGUMENTS))
}

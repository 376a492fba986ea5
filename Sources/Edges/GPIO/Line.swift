import Synchronization

/// One output line of a GPIO chip, which drives a light or a vibration motor.
///
/// It is requested when first needed and stays requested, so that no other program can switch it. A
/// line that was lost is off, and is requested again when next needed. Calls take some microseconds
/// and may come from any thread.
public final class Line: Sendable {
  private let address: LineAddress
  private let source: any LineSource
  private let requested = Mutex<(any RequestedLine)?>(nil)

  /// Describes a line; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - chip: The chip's name, such as `gpiochip0`, its label, or its path. Labels survive
  ///     restarts.
  ///   - line: The line's offset in decimal digits, or its name.
  ///   - isActiveLow: Whether the low level means on.
  public convenience init(chip: String, line: String, isActiveLow: Bool = false) {
    let address = LineAddress(chip: chip, line: line, isActiveLow: isActiveLow)
    self.init(address, source: GPIODSource())
  }

  init(_ address: LineAddress, source: any LineSource) {
    self.address = address
    self.source = source
  }

  deinit {
    // An error means that the line is lost, and thus off.
    requested.withLock { try? $0?.set(false) }
  }

  /// Checks that the line exists and can be requested.
  ///
  /// Unless it has been set already, the line is requested, switched off, and released.
  ///
  /// - Throws: ``LineError`` if chip or line is missing, not permitted, or in use.
  public func check() throws(LineError) {
    try requested.withLock { line throws(LineError) in
      if line == nil { _ = try source.request(address) }
    }
  }

  /// Switches the line.
  ///
  /// - Parameter isOn: Whether to switch it on.
  /// - Throws: ``LineError`` if the line cannot be requested.
  public func set(_ isOn: Bool) throws(LineError) {
    try requested.withLock { line throws(LineError) in
      if let current = line {
        line = nil
        // A lost line may be back under the same name, so request it again.
        if (try? current.set(isOn)) != nil {
          line = current
          return
        }
      }
      let fresh = try source.request(address)
      try fresh.set(isOn)
      line = fresh
    }
  }
}

/// The chip, line and polarity of an output.
struct LineAddress: Sendable, Equatable, CustomStringConvertible {
  /// The chip's name, label or path.
  let chip: String
  /// The line's offset in decimal digits, or its name.
  let line: String
  /// Whether the low level means on.
  let isActiveLow: Bool

  var description: String { "line \(line) of \(chip)" }
}

/// Requests lines: libgpiod, or a fake in tests.
protocol LineSource: Sendable {
  /// Requests a line as an output, initially off.
  func request(_ address: LineAddress) throws(LineError) -> any RequestedLine
}

/// A requested line, released when it is dropped; for one thread at a time.
protocol RequestedLine: AnyObject, Sendable {
  /// Switches the line.
  func set(_ isOn: Bool) throws(LineError)
}

/// The failure to drive a line, and what to do about it.
public struct LineError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The step that failed, such as “request line 17 of gpiochip0”.
  public let step: String
  /// The reason, in words.
  public let reason: String
  /// What the operator can do about it.
  public let hint: String

  /// Describes a failure.
  ///
  /// - Parameters:
  ///   - step: The step that failed.
  ///   - reason: The reason, in words.
  ///   - hint: What the operator can do about it.
  public init(step: String, reason: String, hint: String) {
    self.step = step
    self.reason = reason
    self.hint = hint
  }

  public var description: String { "cannot \(step): \(reason); \(hint)" }
}

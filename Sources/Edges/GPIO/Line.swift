import Synchronization

/// One output line of a GPIO chip, which drives a light or a vibration motor.
///
/// It is requested at the first need and stays requested, so that nobody else switches it meanwhile.
/// A line that has gone is off, and is requested again at the next need. The calls take some
/// microseconds and may come from any thread.
public final class Line: Sendable {
  private let address: LineAddress
  private let source: any LineSource
  private let requested = Mutex<(any RequestedLine)?>(nil)

  /// Describes a line; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - chip: The chip's name, such as `gpiochip0`, its label, or its path. Labels stay the same
  ///     over restarts.
  ///   - line: The line's offset in decimal digits, or its name.
  ///   - isActiveLow: Whether the low level switches on what the line drives.
  public convenience init(chip: String, line: String, isActiveLow: Bool = false) {
    let address = LineAddress(chip: chip, line: line, isActiveLow: isActiveLow)
    self.init(address, source: GPIODSource())
  }

  init(_ address: LineAddress, source: any LineSource) {
    self.address = address
    self.source = source
  }

  deinit {
    // An error means that the line has gone, and what it drove with it.
    requested.withLock { try? $0?.set(false) }
  }

  /// Looks whether chip and line are there and the line can be ours.
  ///
  /// Unless it has been set already, the line is requested for that, switched off, and released.
  ///
  /// - Throws: ``LineError`` if one of them is missing, not allowed, or used by somebody else.
  public func check() throws(LineError) {
    try requested.withLock { line throws(LineError) in
      if line == nil { _ = try source.request(address) }
    }
  }

  /// Switches the line.
  ///
  /// - Parameter isOn: Whether what the line drives is to be on.
  /// - Throws: ``LineError`` if the line cannot be requested, or not any more.
  public func set(_ isOn: Bool) throws(LineError) {
    try requested.withLock { line throws(LineError) in
      if let held = line {
        line = nil
        // A line that has gone may be back under the same name: it is worth another request.
        if (try? held.set(isOn)) != nil {
          line = held
          return
        }
      }
      let fresh = try source.request(address)
      try fresh.set(isOn)
      line = fresh
    }
  }
}

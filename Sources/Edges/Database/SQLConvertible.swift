/// A type whose values go into a database and come back the same.
///
/// Ids and codes, which wrap a text or a number, conform by saying so:
///
///     extension OrderID: SQLConvertible {}
public protocol SQLConvertible {
  /// The value as it is stored.
  var sqlValue: SQLValue { get }

  /// Reads a stored value; `nil` if it is of another type.
  ///
  /// - Parameter sqlValue: What the column holds.
  init?(sqlValue: SQLValue)
}

extension SQLConvertible where Self: RawRepresentable, RawValue: SQLConvertible {
  public var sqlValue: SQLValue { rawValue.sqlValue }

  public init?(sqlValue: SQLValue) {
    guard let rawValue = RawValue(sqlValue: sqlValue) else { return nil }
    self.init(rawValue: rawValue)
  }
}

extension SQLValue: SQLConvertible {
  public var sqlValue: SQLValue { self }
  public init?(sqlValue: SQLValue) { self = sqlValue }
}

extension Int64: SQLConvertible {
  public var sqlValue: SQLValue { .integer(self) }
  public init?(sqlValue: SQLValue) {
    guard case .integer(let value) = sqlValue else { return nil }
    self = value
  }
}

extension Int: SQLConvertible {
  public var sqlValue: SQLValue { .integer(Int64(self)) }
  public init?(sqlValue: SQLValue) {
    guard case .integer(let value) = sqlValue else { return nil }
    self.init(exactly: value)
  }
}

extension Bool: SQLConvertible {
  public var sqlValue: SQLValue { .integer(self ? 1 : 0) }
  public init?(sqlValue: SQLValue) {
    guard case .integer(let value) = sqlValue, value == 0 || value == 1 else { return nil }
    self = value == 1
  }
}

extension Double: SQLConvertible {
  public var sqlValue: SQLValue { .real(self) }
  public init?(sqlValue: SQLValue) {
    guard case .real(let value) = sqlValue else { return nil }
    self = value
  }
}

extension String: SQLConvertible {
  public var sqlValue: SQLValue { .text(self) }
  public init?(sqlValue: SQLValue) {
    guard case .text(let value) = sqlValue else { return nil }
    self = value
  }
}

extension [UInt8]: SQLConvertible {
  public var sqlValue: SQLValue { .blob(self) }
  public init?(sqlValue: SQLValue) {
    guard case .blob(let value) = sqlValue else { return nil }
    self = value
  }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
  public var sqlValue: SQLValue { self?.sqlValue ?? .null }
  public init?(sqlValue: SQLValue) {
    guard sqlValue != .null else {
      self = .none
      return
    }
    guard let value = Wrapped(sqlValue: sqlValue) else { return nil }
    self = value
  }
}

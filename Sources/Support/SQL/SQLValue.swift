/// One value on its way to an SQL database or back.
///
/// SQLite stores each value with its own type. PostgreSQL gives a value the type that the statement has
/// in its place, so that one text may go into a `text`, a `jsonb` or a `timestamptz`; what comes back is
/// read by its column's type.
public enum SQLValue: Sendable, Hashable {
  /// No value.
  case null
  /// A whole number; 0 or 1 for a `boolean` of PostgreSQL's.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// A text, or a PostgreSQL value of any other type as the server writes it; times are in UTC.
  case text(String)
  /// Bytes: `BLOB` or `bytea`.
  case bytes([UInt8])

  /// Stores a value; `nil` becomes ``null``.
  ///
  /// - Parameter value: The value.
  public init(_ value: (some SQLConvertible)?) { self = value?.sqlValue ?? .null }
}

extension SQLValue: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .real(value) }
  public init(stringLiteral value: String) { self = .text(value) }
  public init(booleanLiteral value: Bool) { self = .integer(value ? 1 : 0) }
}

/// A type whose values a database stores and returns unchanged.
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
  public var sqlValue: SQLValue { .bytes(self) }
  public init?(sqlValue: SQLValue) {
    guard case .bytes(let value) = sqlValue else { return nil }
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

/// A type whose values go into a database and come back the same.
///
/// Ids and codes, which wrap a text or a number, conform by saying so:
///
///     extension OrderID: PostgresConvertible {}
public protocol PostgresConvertible {
  /// The value as it is stored.
  var postgresValue: PostgresValue { get }

  /// Reads a stored value; `nil` if it is of another type.
  ///
  /// - Parameter postgresValue: What the column holds.
  init?(postgresValue: PostgresValue)
}

extension PostgresConvertible where Self: RawRepresentable, RawValue: PostgresConvertible {
  public var postgresValue: PostgresValue { rawValue.postgresValue }

  public init?(postgresValue: PostgresValue) {
    guard let rawValue = RawValue(postgresValue: postgresValue) else { return nil }
    self.init(rawValue: rawValue)
  }
}

extension PostgresValue: PostgresConvertible {
  public var postgresValue: PostgresValue { self }
  public init?(postgresValue: PostgresValue) { self = postgresValue }
}

extension Int64: PostgresConvertible {
  public var postgresValue: PostgresValue { .integer(self) }
  public init?(postgresValue: PostgresValue) {
    guard case .integer(let value) = postgresValue else { return nil }
    self = value
  }
}

extension Int: PostgresConvertible {
  public var postgresValue: PostgresValue { .integer(Int64(self)) }
  public init?(postgresValue: PostgresValue) {
    guard case .integer(let value) = postgresValue else { return nil }
    self.init(exactly: value)
  }
}

extension Bool: PostgresConvertible {
  public var postgresValue: PostgresValue { .integer(self ? 1 : 0) }
  public init?(postgresValue: PostgresValue) {
    guard case .integer(let value) = postgresValue, value == 0 || value == 1 else { return nil }
    self = value == 1
  }
}

extension Double: PostgresConvertible {
  public var postgresValue: PostgresValue { .real(self) }
  public init?(postgresValue: PostgresValue) {
    guard case .real(let value) = postgresValue else { return nil }
    self = value
  }
}

extension String: PostgresConvertible {
  public var postgresValue: PostgresValue { .text(self) }
  public init?(postgresValue: PostgresValue) {
    guard case .text(let value) = postgresValue else { return nil }
    self = value
  }
}

extension [UInt8]: PostgresConvertible {
  public var postgresValue: PostgresValue { .bytes(self) }
  public init?(postgresValue: PostgresValue) {
    guard case .bytes(let value) = postgresValue else { return nil }
    self = value
  }
}

extension Optional: PostgresConvertible where Wrapped: PostgresConvertible {
  public var postgresValue: PostgresValue { self?.postgresValue ?? .null }
  public init?(postgresValue: PostgresValue) {
    guard postgresValue != .null else {
      self = .none
      return
    }
    guard let value = Wrapped(postgresValue: postgresValue) else { return nil }
    self = value
  }
}

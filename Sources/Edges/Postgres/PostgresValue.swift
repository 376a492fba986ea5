/// One value on its way to PostgreSQL or back.
///
/// A value takes the type that the statement has in its place, so that one text may go into a
/// `text`, a `jsonb` or a `timestamptz`. What comes back is read by its column's type.
public enum PostgresValue: Sendable, Hashable {
  /// No value.
  case null
  /// A whole number: `smallint`, `integer`, `bigint` or `oid`; 0 or 1 for a `boolean`.
  case integer(Int64)
  /// A floating-point number: `real` or `double precision`.
  case real(Double)
  /// A text, without NUL, or a value of any other type in PostgreSQL's own writing; times are in UTC.
  case text(String)
  /// Bytes: `bytea`.
  case bytes([UInt8])
}

extension PostgresValue: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .real(value) }
  public init(stringLiteral value: String) { self = .text(value) }
  public init(booleanLiteral value: Bool) { self = .integer(value ? 1 : 0) }
}

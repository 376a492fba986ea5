/// A setting together with the place where it stands, for checks that come later.
public struct Located<Value: Decodable & Sendable>: Decodable, Sendable {
  /// The setting.
  public let value: Value
  /// Where it stands.
  public let location: Location

  /// Joins a value and a place.
  ///
  /// - Parameters:
  ///   - value: The setting.
  ///   - location: Where it stands.
  public init(_ value: Value, at location: Location) {
    self.value = value
    self.location = location
  }

  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? PlaceDecoder {
      location = decoder.place.node.location
      value = try decoder.session.decode(Value.self, at: decoder.place)
    } else {
      location = Location(file: "", line: 0)
      value = try Value(from: decoder)
    }
  }
}

extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}

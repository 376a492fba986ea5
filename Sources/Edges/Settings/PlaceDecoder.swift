/// Lends one place of the text to a type's own `init(from:)`.
struct PlaceDecoder: Decoder {
  let place: NodePath
  let session: DecodingState

  var codingPath: [any CodingKey] { place.path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try KeyedPlaces(place, in: session))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try UnkeyedPlaces(place, in: session)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SinglePlace(place: place, session: session)
  }
}

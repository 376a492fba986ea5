/// One place as a list.
struct UnkeyedPlaces: UnkeyedDecodingContainer {
  private let place: NodePath
  private let session: DecodingState
  private let nodes: [Node]
  private(set) var currentIndex = 0

  init(_ place: NodePath, in session: DecodingState) throws(Refusal) {
    guard case .list(let nodes) = place.node.content else {
      throw place.mismatch(wanted: "a list")
    }
    self.place = place
    self.session = session
    self.nodes = nodes
  }

  var codingPath: [any CodingKey] { place.path }
  var count: Int? { nodes.count }
  var isAtEnd: Bool { currentIndex == nodes.count }

  mutating func decodeNil() throws -> Bool {
    guard try current().node.isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try session.decode(type, at: try current())
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let container = try KeyedPlaces<Key>(try current(), in: session)
    currentIndex += 1
    return KeyedDecodingContainer(container)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try UnkeyedPlaces(try current(), in: session)
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = PlaceDecoder(place: try current(), session: session)
    currentIndex += 1
    return decoder
  }

  private func current() throws(Refusal) -> NodePath {
    guard !isAtEnd else { throw place.mismatch(wanted: "more than \(nodes.count) elements") }
    return place.inside(IndexKey(currentIndex), nodes[currentIndex])
  }
}

/// A list or a dictionary, of which one bad element does not hide the others' faults.
protocol Elementwise: Decodable {
  static func decode(at place: NodePath, in session: DecodingState) throws -> Self
}

extension Array: Elementwise where Element: Decodable {
  static func decode(at place: NodePath, in session: DecodingState) throws -> [Element] {
    guard case .list(let nodes) = place.node.content else {
      throw place.mismatch(
        wanted: "a list", remedy: place.node.isNull ? "write [] for an empty list" : "")
    }
    return nodes.enumerated().compactMap { index, node in
      session.attempt { try session.decode(Element.self, at: place.inside(IndexKey(index), node)) }
    }
  }
}

extension Dictionary: Elementwise where Key: Decodable, Value: Decodable {
  static func decode(at place: NodePath, in session: DecodingState) throws -> [Key: Value] {
    guard Key.self == String.self else {
      return try self.init(from: PlaceDecoder(place: place, session: session))
    }
    let keyed = try KeyedPlaces<NameKey>(place, in: session)
    var result: [Key: Value] = [:]
    for key in keyed.allKeys {
      guard let name = key.stringValue as? Key else { continue }
      result[name] = session.attempt { try keyed.required(Value.self, forKey: key) }
    }
    return result
  }
}

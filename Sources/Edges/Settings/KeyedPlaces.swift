/// One place as keys with values, from the file or from the environment.
struct KeyedPlaces<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let place: NodePath
  private let session: DecodingState
  private let mapping: Node.Mapping
  private let visit: RequestedKeys

  init(_ place: NodePath, in session: DecodingState) throws(Refusal) {
    guard case .mapping(let mapping) = place.node.content else {
      throw place.mismatch(wanted: "keys with values")
    }
    self.place = place
    self.session = session
    self.mapping = mapping
    visit = session.visit(place, mapping)
    visit.isKnown.append { Key(stringValue: $0) != nil }
  }

  var codingPath: [any CodingKey] { place.path }
  var allKeys: [Key] { mapping.entries.compactMap { Key(stringValue: $0.key) } }

  func contains(_ key: Key) -> Bool {
    (try? find(key)) != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool { try find(key)?.place.node.isNull ?? true }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    if let value = session.attempt({ try required(type, forKey: key) }) { return value }
    guard let value = standIn(for: type) else { throw session.giveUp() }
    return value
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    session.attempt { try optional(type, forKey: key) } ?? nil
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    KeyedDecodingContainer(try KeyedPlaces<NestedKey>(try existing(key), in: session))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try UnkeyedPlaces(try existing(key), in: session)
  }

  func superDecoder() throws -> any Decoder { PlaceDecoder(place: place, session: session) }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    PlaceDecoder(place: try existing(key), session: session)
  }

  /// The value of a key, which must be there.
  func required<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    guard let found = try find(key) else { throw missing(key) }
    guard found.isImplied else { return try session.decode(type, at: found.place) }
    guard let value = try implied(type, at: found.place) else { throw missing(key) }
    return value
  }

  private func optional<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let found = try find(key), !found.place.node.isNull else { return nil }
    guard found.isImplied else { return try session.decode(type, at: found.place) }
    return try implied(type, at: found.place)
  }

  /// A mapping that only variables of the environment speak of; `nil` if they meant other keys.
  private func implied<T: Decodable>(_ type: T.Type, at place: NodePath) throws -> T? {
    let (used, faults) = (session.usedVariables.count, session.faultCount)
    let result = Result { try session.decode(type, at: place) }
    if session.usedVariables.count > used { return try result.get() }
    _ = session.takeFaults(since: faults)
    return nil
  }

  private func find(_ key: Key) throws(Refusal) -> (place: NodePath, isImplied: Bool)? {
    visit.ask(key.stringValue)
    let node = mapping[key.stringValue]
    guard !session.environment.variables.isEmpty,
      let variable = session.environment.name(of: place.path + [key])
    else { return node.map { (place.inside(key, $0), false) } }
    if let given = try session.variable(variable) { return (place.inside(key, given), false) }
    if node?.isNull ?? true, session.environment.hasVariables(inside: variable) {
      let empty = Node(.mapping(Node.Mapping()), at: node?.location ?? place.node.location)
      return (place.inside(key, empty), true)
    }
    return node.map { (place.inside(key, $0), false) }
  }

  private func existing(_ key: Key) throws(Refusal) -> NodePath {
    guard let found = try find(key) else { throw missing(key) }
    return found.place
  }

  private func missing(_ key: Key) -> Refusal {
    let variable = session.environment.name(of: place.path + [key])
    let remedy = variable.map { "add it, or set the variable \($0)" } ?? "add it"
    return Refusal(
      faults: [
        SettingsFault(
          place.node.location, "missing key '\(place.name(key.stringValue))'", remedy: remedy)
      ])
  }
}

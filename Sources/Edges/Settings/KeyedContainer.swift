/// A node as a mapping, whose values come from the file or the environment.
struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let path: NodePath
  private let state: DecodingState
  private let mapping: Node.Mapping
  private let requestedKeys: RequestedKeys

  init(_ path: NodePath, in state: DecodingState) throws(Refusal) {
    guard case .mapping(let mapping) = path.node.content else {
      throw path.mismatch(wanted: "a mapping")
    }
    self.path = path
    self.state = state
    self.mapping = mapping
    requestedKeys = state.requestedKeys(path, mapping)
    requestedKeys.isKnown.append { Key(stringValue: $0) != nil }
  }

  var codingPath: [any CodingKey] { path.keys }
  var allKeys: [Key] { mapping.entries.compactMap { Key(stringValue: $0.key) } }

  func contains(_ key: Key) -> Bool {
    (try? find(key)) != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool { try find(key)?.path.node.isNull ?? true }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    if let value = state.attempt({ try required(type, forKey: key) }) { return value }
    guard let value = placeholder(for: type) else { throw state.giveUp() }
    return value
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    state.attempt { try optional(type, forKey: key) } ?? nil
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    KeyedDecodingContainer(try KeyedContainer<NestedKey>(try existing(key), in: state))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try UnkeyedContainer(try existing(key), in: state)
  }

  func superDecoder() throws -> any Decoder { NodeDecoder(path: path, state: state) }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    NodeDecoder(path: try existing(key), state: state)
  }

  /// The value of a required key.
  func required<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    guard let found = try find(key) else { throw missing(key) }
    guard found.isImplied else { return try state.decode(type, at: found.path) }
    guard let value = try implied(type, at: found.path) else { throw missing(key) }
    return value
  }

  private func optional<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let found = try find(key), !found.path.node.isNull else { return nil }
    guard found.isImplied else { return try state.decode(type, at: found.path) }
    return try implied(type, at: found.path)
  }

  /// A mapping that exists only through environment variables; `nil` if they belong to other keys.
  private func implied<T: Decodable>(_ type: T.Type, at path: NodePath) throws -> T? {
    let (used, faults) = (state.usedVariables.count, state.faultCount)
    let result = Result { try state.decode(type, at: path) }
    if state.usedVariables.count > used { return try result.get() }
    _ = state.takeFaults(since: faults)
    return nil
  }

  private func find(_ key: Key) throws(Refusal) -> (path: NodePath, isImplied: Bool)? {
    requestedKeys.add(key.stringValue)
    let node = mapping[key.stringValue]
    guard !state.environment.variables.isEmpty,
      let variable = state.environment.name(of: path.keys + [key])
    else { return node.map { (path.inside(key, $0), false) } }
    if let given = try state.variable(variable) { return (path.inside(key, given), false) }
    if node?.isNull ?? true, state.environment.hasVariables(inside: variable) {
      let empty = Node(.mapping(Node.Mapping()), at: node?.location ?? path.node.location)
      return (path.inside(key, empty), true)
    }
    return node.map { (path.inside(key, $0), false) }
  }

  private func existing(_ key: Key) throws(Refusal) -> NodePath {
    guard let found = try find(key) else { throw missing(key) }
    return found.path
  }

  private func missing(_ key: Key) -> Refusal {
    let variable = state.environment.name(of: path.keys + [key])
    let remedy = variable.map { "add it, or set the variable \($0)" } ?? "add it"
    return Refusal(
      faults: [
        SettingsFault(
          path.node.location, "missing key '\(path.name(key.stringValue))'", remedy: remedy)
      ])
  }
}

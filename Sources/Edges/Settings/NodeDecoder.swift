/// The decoder that a type's own `init(from:)` gets for one node.
struct NodeDecoder: Decoder {
  let path: NodePath
  let state: DecodingState

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try KeyedContainer(path, in: state))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try UnkeyedContainer(path, in: state)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleValueContainer(path: path, state: state)
  }
}

/// A node as a single value.
private struct SingleValueContainer: SingleValueDecodingContainer {
  let path: NodePath
  let state: DecodingState

  var codingPath: [any CodingKey] { path.keys }

  func decodeNil() -> Bool { path.node.isNull }

  /// Decodes completely or throws, so that a type can try one form after another.
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let before = state.faultCount
    do {
      let value = try state.decode(type, at: path)
      guard state.faultCount > before else { return value }
      throw Refusal()
    } catch {
      let inner = state.takeFaults(since: before)
      throw Refusal(faults: inner + ((error as? Refusal)?.faults ?? []))
    }
  }
}

/// A node as a list.
struct UnkeyedContainer: UnkeyedDecodingContainer {
  private let path: NodePath
  private let state: DecodingState
  private let nodes: [Node]
  private(set) var currentIndex = 0

  init(_ path: NodePath, in state: DecodingState) throws(Refusal) {
    guard case .list(let nodes) = path.node.content else {
      throw path.mismatch(wanted: "a list")
    }
    self.path = path
    self.state = state
    self.nodes = nodes
  }

  var codingPath: [any CodingKey] { path.keys }
  var count: Int? { nodes.count }
  var isAtEnd: Bool { currentIndex == nodes.count }

  mutating func decodeNil() throws -> Bool {
    guard try current().node.isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try state.decode(type, at: try current())
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let container = try KeyedContainer<Key>(try current(), in: state)
    currentIndex += 1
    return KeyedDecodingContainer(container)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try UnkeyedContainer(try current(), in: state)
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = NodeDecoder(path: try current(), state: state)
    currentIndex += 1
    return decoder
  }

  private func current() throws(Refusal) -> NodePath {
    guard !isAtEnd else { throw path.mismatch(wanted: "more than \(nodes.count) elements") }
    return path.inside(IndexKey(currentIndex), nodes[currentIndex])
  }
}

/// A list or dictionary whose elements are decoded independently, so that all faults are reported.
protocol Elementwise: Decodable {
  static func decode(at path: NodePath, in state: DecodingState) throws -> Self
}

extension Array: Elementwise where Element: Decodable {
  static func decode(at path: NodePath, in state: DecodingState) throws -> [Element] {
    guard case .list(let nodes) = path.node.content else {
      throw path.mismatch(
        wanted: "a list", remedy: path.node.isNull ? "write [] for an empty list" : "")
    }
    return nodes.enumerated().compactMap { index, node in
      state.attempt { try state.decode(Element.self, at: path.inside(IndexKey(index), node)) }
    }
  }
}

extension Dictionary: Elementwise where Key: Decodable, Value: Decodable {
  static func decode(at path: NodePath, in state: DecodingState) throws -> [Key: Value] {
    guard Key.self == String.self else {
      return try self.init(from: NodeDecoder(path: path, state: state))
    }
    let keyed = try KeyedContainer<NameKey>(path, in: state)
    var result: [Key: Value] = [:]
    for key in keyed.allKeys {
      guard let name = key.stringValue as? Key else { continue }
      result[name] = state.attempt { try keyed.required(Value.self, forKey: key) }
    }
    return result
  }
}

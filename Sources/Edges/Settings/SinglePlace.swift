/// One place as one value.
struct SinglePlace: SingleValueDecodingContainer {
  let place: NodePath
  let session: DecodingState

  var codingPath: [any CodingKey] { place.path }

  func decodeNil() -> Bool { place.node.isNull }

  /// Decodes all or throws, so that a type can try one form after another.
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let before = session.faultCount
    do {
      let value = try session.decode(type, at: place)
      guard session.faultCount > before else { return value }
      throw Refusal()
    } catch {
      let inner = session.takeFaults(since: before)
      throw Refusal(faults: inner + ((error as? Refusal)?.faults ?? []))
    }
  }
}

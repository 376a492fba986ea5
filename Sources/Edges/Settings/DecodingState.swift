/// One decoding: the faults so far, and what has been asked.
final class DecodingState {
  let environment: Environment
  private(set) var faults: [SettingsFault]
  private var visits: [RequestedKeys] = []
  private var visitOfNode: [ObjectIdentifier: RequestedKeys] = [:]
  /// The variables that a key was found for.
  private(set) var usedVariables: Set<String> = []
  private var possibleVariables: Set<String> = []
  /// Whether a value could not be gone around, so that not everything was asked.
  private var isIncomplete = false

  init(environment: Environment, faults: [SettingsFault]) {
    self.environment = environment
    self.faults = faults
  }

  /// Decodes one value.
  ///
  /// - Throws: ``Refusal`` only.
  func decode<T: Decodable>(_ type: T.Type, at place: NodePath) throws -> T {
    let (faultsBefore, visitsBefore) = (faults.count, visits.count)
    do {
      let value: Any =
        switch type {
        case let type as any Scalar.Type: try type.decode(at: place)
        case let type as any Elementwise.Type: try type.decode(at: place, in: self)
        default: try T(from: PlaceDecoder(place: place, session: self))
        }
      guard let value = value as? T else { preconditionFailure("\(type) decodes as another type") }
      return value
    } catch {
      for visit in visits[visitsBefore...] { visit.isAbandoned = true }
      visitOfNode[ObjectIdentifier(place.node)]?.isAbandoned = true
      if let refusal = error as? Refusal { throw refusal }
      // A type that was given a stand-in may stumble over it; the fault itself is recorded.
      throw faults.count > faultsBefore
        ? Refusal() : Refusal(faults: [fault(for: error, of: type, at: place)])
    }
  }

  /// Decodes as `body` does, records its faults, and goes on without a value.
  func attempt<T>(_ body: () throws -> T) -> T? {
    do {
      return try body()
    } catch {
      record(error)
      return nil
    }
  }

  func record(_ error: any Error) {
    if let refusal = error as? Refusal { faults += refusal.faults }
  }

  /// Gives up a value that has no stand-in.
  func giveUp() -> Refusal {
    isIncomplete = true
    return Refusal()
  }

  /// Takes back the faults since there were `count`.
  func takeFaults(since count: Int) -> [SettingsFault] {
    defer { faults.removeSubrange(count...) }
    return Array(faults[count...])
  }

  var faultCount: Int { faults.count }

  /// The visit of a mapping, which is the same for all who look into it.
  func visit(_ place: NodePath, _ mapping: Node.Mapping) -> RequestedKeys {
    if let known = visitOfNode[ObjectIdentifier(place.node)] { return known }
    let visit = RequestedKeys(place, mapping)
    visits.append(visit)
    visitOfNode[ObjectIdentifier(place.node)] = visit
    return visit
  }

  /// The value that a variable gives, if there is one of this name.
  func variable(_ name: String) throws(Refusal) -> Node? {
    possibleVariables.insert(name)
    do throws(SettingsFault) {
      guard let node = try environment.node(name) else { return nil }
      usedVariables.insert(name)
      return node
    } catch {
      usedVariables.insert(name)
      throw Refusal(faults: [error])
    }
  }

  /// Adds what nobody asked for, and throws if there is any fault.
  func finish<T>(_ result: Result<T, any Error>) throws(SettingsFaults) -> T {
    if case .failure(let error) = result {
      isIncomplete = true
      record(error)
    }
    faults += visits.flatMap(\.faults)
    if !isIncomplete {
      for name in environment.variables.keys.sorted() where !usedVariables.contains(name) {
        let similar = suggestion(for: name, among: possibleVariables.sorted())
        faults.append(
          SettingsFault(
            Location(variable: name), "no key has this name",
            remedy: similar.map { "did you mean '\($0)'?" } ?? "remove the variable"))
      }
    }
    guard faults.isEmpty, case .success(let value) = result else { throw SettingsFaults(faults) }
    return value
  }
}

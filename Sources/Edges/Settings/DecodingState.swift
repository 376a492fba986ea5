/// The state of one decoding: the faults found and the keys requested so far.
final class DecodingState {
  let environment: Environment
  private(set) var faults: [SettingsFault]
  private var requests: [RequestedKeys] = []
  private var requestsOfNode: [ObjectIdentifier: RequestedKeys] = [:]
  /// The variables that belong to a key.
  private(set) var usedVariables: Set<String> = []
  private var possibleVariables: Set<String> = []
  /// Whether decoding ended at a value without a placeholder, so that not every key was requested.
  private var isIncomplete = false

  init(environment: Environment, faults: [SettingsFault]) {
    self.environment = environment
    self.faults = faults
  }

  /// Decodes one value.
  ///
  /// - Throws: ``Refusal`` only.
  func decode<T: Decodable>(_ type: T.Type, at path: NodePath) throws -> T {
    let (faultsBefore, requestsBefore) = (faults.count, requests.count)
    do {
      let value: Any =
        switch type {
        case let type as any Scalar.Type: try type.decode(at: path)
        case let type as any Elementwise.Type: try type.decode(at: path, in: self)
        default: try T(from: NodeDecoder(path: path, state: self))
        }
      guard let value = value as? T else { preconditionFailure("\(type) decodes as another type") }
      return value
    } catch {
      for keys in requests[requestsBefore...] { keys.isAbandoned = true }
      requestsOfNode[ObjectIdentifier(path.node)]?.isAbandoned = true
      if let refusal = error as? Refusal { throw refusal }
      // A type may fail because of a placeholder; the actual fault is recorded already.
      throw faults.count > faultsBefore
        ? Refusal() : Refusal(faults: [fault(for: error, of: type, at: path)])
    }
  }

  /// Runs `body`, and records its faults instead of throwing them.
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

  /// Gives up a value without a placeholder.
  func giveUp() -> Refusal {
    isIncomplete = true
    return Refusal()
  }

  /// Removes the faults after the first `count`.
  func takeFaults(since count: Int) -> [SettingsFault] {
    defer { faults.removeSubrange(count...) }
    return Array(faults[count...])
  }

  var faultCount: Int { faults.count }

  /// The requested keys of a mapping, shared by all types that decode it.
  func requestedKeys(_ path: NodePath, _ mapping: Node.Mapping) -> RequestedKeys {
    if let known = requestsOfNode[ObjectIdentifier(path.node)] { return known }
    let keys = RequestedKeys(path, mapping)
    requests.append(keys)
    requestsOfNode[ObjectIdentifier(path.node)] = keys
    return keys
  }

  /// The value of an environment variable, if it is set.
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

  /// Adds faults for unknown keys and variables, and throws if there is any fault.
  func finish<T>(_ result: Result<T, any Error>) throws(SettingsFaults) -> T {
    if case .failure(let error) = result {
      isIncomplete = true
      record(error)
    }
    faults += requests.flatMap(\.faults)
    if !isIncomplete {
      for name in environment.variables.keys.sorted() where !usedVariables.contains(name) {
        let similar = suggestion(for: name, among: possibleVariables.sorted())
        faults.append(
          SettingsFault(
            Location(variable: name), "unknown variable",
            remedy: similar.map { "did you mean '\($0)'?" } ?? "remove the variable"))
      }
    }
    guard faults.isEmpty, case .success(let value) = result else { throw SettingsFaults(faults) }
    return value
  }
}

extension DecodingState {
  /// Turns an error of a type's own `init(from:)` into a fault with its location.
  func fault<T>(for error: any Error, of type: T.Type, at path: NodePath) -> SettingsFault {
    guard let error = error as? DecodingError else {
      return SettingsFault(path.node.location, "'\(path.name())': \(error)")
    }
    let context: DecodingError.Context
    switch error {
    case .keyNotFound(let key, _):
      return SettingsFault(path.node.location, "missing key '\(path.name(key.stringValue))'")
    case .dataCorrupted(let found), .typeMismatch(_, let found), .valueNotFound(_, let found):
      context = found
    @unknown default:
      return SettingsFault(path.node.location, "'\(path.name())': \(error)")
    }
    let exact = path.descending(context.codingPath.dropFirst(path.keys.count))
    guard let options = options(of: type), case .scalar(let word, _) = exact.node.content else {
      return SettingsFault(exact.node.location, "'\(exact.name())': \(context.debugDescription)")
    }
    return SettingsFault(
      exact.node.location,
      "'\(exact.name())' must be one of \(options.joined(separator: ", ")), but is '\(word)'",
      remedy: suggestion(for: word, among: options).map { "did you mean '\($0)'?" } ?? "")
  }

  /// The raw values of an enumeration.
  private func options<T>(of type: T.Type) -> [String]? {
    guard let type = type as? any CaseIterable.Type else { return nil }
    let words = words(of: type)
    return words.isEmpty ? nil : words
  }

  private func words<T: CaseIterable>(of type: T.Type) -> [String] {
    type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
  }
}

extension NodePath {
  /// The deepest existing node on a path inside this one.
  fileprivate func descending(_ keys: some Sequence<any CodingKey>) -> NodePath {
    var path = self
    for key in keys {
      switch path.node.content {
      case .mapping(let mapping):
        guard let node = mapping[key.stringValue] else { return path }
        path = path.inside(key, node)
      case .list(let nodes):
        guard let index = key.intValue, nodes.indices.contains(index) else { return path }
        path = path.inside(key, nodes[index])
      case .scalar:
        return path
      }
    }
    return path
  }
}

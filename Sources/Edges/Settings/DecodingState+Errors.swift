extension DecodingState {
  /// What an error of a type's own `init(from:)` means for the reader of the file.
  func fault<T>(for error: any Error, of type: T.Type, at place: NodePath) -> SettingsFault {
    guard let error = error as? DecodingError else {
      return SettingsFault(place.node.location, "'\(place.name())': \(error)")
    }
    let context: DecodingError.Context
    switch error {
    case .keyNotFound(let key, _):
      return SettingsFault(place.node.location, "missing key '\(place.name(key.stringValue))'")
    case .dataCorrupted(let found), .typeMismatch(_, let found), .valueNotFound(_, let found):
      context = found
    @unknown default:
      return SettingsFault(place.node.location, "'\(place.name())': \(error)")
    }
    let exact = place.descending(context.codingPath.dropFirst(place.path.count))
    guard let options = options(of: type), case .scalar(let word, _) = exact.node.content else {
      return SettingsFault(exact.node.location, "'\(exact.name())': \(context.debugDescription)")
    }
    return SettingsFault(
      exact.node.location,
      "'\(exact.name())' wants one of \(options.joined(separator: ", ")), but has '\(word)'",
      remedy: suggestion(for: word, among: options).map { "did you mean '\($0)'?" } ?? "")
  }

  /// The words that an enumeration stands for in the text.
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
  /// The place at the end of a path inside this one, as far as it exists.
  fileprivate func descending(_ keys: some Sequence<any CodingKey>) -> NodePath {
    var place = self
    for key in keys {
      switch place.node.content {
      case .mapping(let mapping):
        guard let node = mapping[key.stringValue] else { return place }
        place = place.inside(key, node)
      case .list(let nodes):
        guard let index = key.intValue, nodes.indices.contains(index) else { return place }
        place = place.inside(key, nodes[index])
      case .scalar:
        return place
      }
    }
    return place
  }
}

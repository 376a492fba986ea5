/// What has been asked of one mapping, to tell in the end which of its keys nobody wants.
final class RequestedKeys {
  let place: NodePath
  let mapping: Node.Mapping
  /// The keys that were asked for, in order.
  private(set) var asked: [String] = []
  private var askedSet: Set<String> = []
  /// Which keys the types that looked in here could have asked for.
  var isKnown: [(String) -> Bool] = []
  /// Whether one of those types gave up, so that it did not ask for all it knows.
  var isAbandoned = false

  init(_ place: NodePath, _ mapping: Node.Mapping) {
    self.place = place
    self.mapping = mapping
  }

  func ask(_ key: String) {
    if askedSet.insert(key).inserted { asked.append(key) }
  }

  /// The keys that nobody wants.
  var faults: [SettingsFault] {
    let unknown = mapping.entries.filter { entry in
      !askedSet.contains(entry.key) && !(isAbandoned && isKnown.contains { $0(entry.key) })
    }
    return unknown.map { entry in
      let free = asked.filter { mapping[$0] == nil }
      let remedy =
        if let similar = suggestion(for: entry.key, among: free) {
          "did you mean '\(similar)'?"
        } else if isAbandoned || asked.isEmpty || asked.count > 20 {
          "remove it"
        } else {
          "the keys here are \(asked.joined(separator: ", "))"
        }
      return SettingsFault(
        entry.location, "unknown key '\(place.name(entry.key))'", remedy: remedy)
    }
  }
}

/// The keys of one mapping that were requested, to report unknown keys at the end.
final class RequestedKeys {
  let path: NodePath
  let mapping: Node.Mapping
  /// The requested keys, in order.
  private(set) var requested: [String] = []
  private var requestedSet: Set<String> = []
  /// Tests whether a key is known to a type that decoded the mapping.
  var isKnown: [(String) -> Bool] = []
  /// Whether one of those types failed, and thus did not request all its keys.
  var isAbandoned = false

  init(_ path: NodePath, _ mapping: Node.Mapping) {
    self.path = path
    self.mapping = mapping
  }

  func add(_ key: String) {
    if requestedSet.insert(key).inserted { requested.append(key) }
  }

  /// The faults of unknown keys.
  var faults: [SettingsFault] {
    let unknown = mapping.entries.filter { entry in
      !requestedSet.contains(entry.key) && !(isAbandoned && isKnown.contains { $0(entry.key) })
    }
    return unknown.map { entry in
      let free = requested.filter { mapping[$0] == nil }
      let remedy =
        if let similar = suggestion(for: entry.key, among: free) {
          "did you mean '\(similar)'?"
        } else if isAbandoned || requested.isEmpty || requested.count > 20 {
          "remove it"
        } else {
          "the keys here are \(requested.joined(separator: ", "))"
        }
      return SettingsFault(
        entry.location, "unknown key '\(path.name(entry.key))'", remedy: remedy)
    }
  }
}

/// The candidate that a misspelt word most likely means.
func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
  let word = word.lowercased()
  return
    candidates
    .map { (candidate: $0, distance: distance(word, $0.lowercased())) }
    .filter { $0.distance <= max(1, min(word.count, $0.candidate.count) / 3) }
    .min { $0.distance < $1.distance }?.candidate
}

/// The edit distance: letters to insert, remove, replace or swap with a neighbour.
private func distance(_ a: String, _ b: String) -> Int {
  let (a, b) = (Array(a.prefix(60)), Array(b.prefix(60)))
  var older: [Int] = []
  var old = Array(0...b.count)
  for row in 0..<a.count {
    var new = [row + 1]
    for column in 0..<b.count {
      var best = min(
        old[column] + (a[row] == b[column] ? 0 : 1), old[column + 1] + 1, new[column] + 1)
      if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
        best = min(best, older[column - 1] + 1)
      }
      new.append(best)
    }
    (older, old) = (old, new)
  }
  return old[b.count]
}

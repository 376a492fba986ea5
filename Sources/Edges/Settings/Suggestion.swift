/// The candidate that is most likely meant by a misspelt word.
func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
  let word = word.lowercased()
  return
    candidates
    .map { (candidate: $0, distance: distance(word, $0.lowercased())) }
    .filter { $0.distance <= max(1, min(word.count, $0.candidate.count) / 3) }
    .min { $0.distance < $1.distance }?.candidate
}

/// How many letters to insert, remove, replace or swap with a neighbour to make `a` from `b`.
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

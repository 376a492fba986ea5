/// The timers of the boxes, the earliest first (a binary heap).
struct TimerQueue: Sendable {
  private var entries: [(due: Int64, number: Int)] = []

  /// Removes and returns the earliest timer that is due.
  mutating func next(until now: Int64) -> (due: Int64, number: Int)? {
    guard let first = entries.first, first.due <= now else { return nil }
    let last = entries.removeLast()
    if !entries.isEmpty {
      entries[0] = last
      sink()
    }
    return first
  }

  mutating func add(_ number: Int, at due: Int64) {
    entries.append((due, number))
    var place = entries.count - 1
    while place > 0, entries[(place - 1) / 2].due > entries[place].due {
      entries.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink() {
    var place = 0
    while true {
      var least = place
      for child in [place * 2 + 1, place * 2 + 2] where child < entries.count {
        if entries[child].due < entries[least].due { least = child }
      }
      guard least != place else { return }
      entries.swapAt(place, least)
      place = least
    }
  }
}

import Interop

extension FleetLoop {
  /// Says goodbye on all connections, a few of them at a time.
  func endAll() {
    var leaving: Set<Int> = []
    var next = 0
    var nextRound = ContinuousClock.now
    while true {
      leaving = leaving.filter { seats[$0].connection != nil }
      while next < seats.count, leaving.count < Self.mostOnTheirWay {
        attempt(next) { (connection) throws(MQTTError) in try connection.leave() }
        if seats[next].connection != nil { leaving.insert(next) }
        next += 1
      }
      guard next < seats.count || !leaving.isEmpty else { return }
      take(fleet.poller.wait(atMost: Int32(clamping: Self.pace.milliseconds)))
      guard ContinuousClock.now >= nextRound else { continue }
      nextRound = .now + Self.pace
      for number in leaving {
        attempt(number) { (connection) throws(MQTTError) in try connection.tend() }
      }
      // The others must not be taken for dead while they wait for their turn.
      tendSome { _ in }
    }
  }
}

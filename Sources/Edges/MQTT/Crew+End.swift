import Interop

extension Crew {
  /// Says goodbye on all connections, a few of them at a time.
  func endAll() {
    var leaving: [Int] = []
    var next = 0
    while next < seats.count || !leaving.isEmpty {
      while next < seats.count, leaving.count < Self.mostOnTheirWay {
        attempt(next) { (connection) throws(MQTTError) in try connection.leave() }
        if seats[next].connection != nil { leaving.append(next) }
        next += 1
      }
      take(fleet.poller.wait(atMost: Int32(clamping: Self.pace.milliseconds)))
      for number in leaving {
        attempt(number) { (connection) throws(MQTTError) in try connection.tend() }
      }
      // The others must not be taken for dead while they wait for their turn.
      tendSome { _ in }
      leaving.removeAll { seats[$0].connection == nil }
    }
  }
}

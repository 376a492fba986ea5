import Wire

extension VirtualBox {
  /// How often an alert is spoken, and how long it rests in between (protocol, section “Voice command”).
  static let mostRounds: UInt8 = 20
  static let rest: Int64 = 1000

  /// Speaks what can have been spoken.
  mutating func speak(until now: Int64) {
    while true {
      var free = now
      if let current {
        guard current.ends <= now else { return }
        self.current = nil
        free = current.ends
        finish(current.task, at: free)
      }
      guard let place = queue.firstIndex(where: { $0.notBefore <= now }) else { return }
      let task = queue.remove(at: place)
      begin(task, at: max(free, task.notBefore))
    }
  }

  private mutating func begin(_ task: Task, at moment: Int64) {
    if let number = task.number {
      if let expiresAt = task.expiresAt, expiresAt <= wall(moment).milliseconds {
        let end = Timestamp(milliseconds: expiresAt)
        settle(number, .expired, "expired at \(end)", at: moment)
        return
      }
    }
    if let mutedUntil, mutedUntil > moment {
      end(task, as: .muted, "muted until \(wall(mutedUntil))", at: moment)
      return
    }
    if let number = task.number {
      journal.change(number) { if $0.started == 0 { $0.started = moment } }
    }
    current = (task, moment + nature.speaking)
  }

  private mutating func finish(_ task: Task, at moment: Int64) {
    lastPlayed = moment
    guard let number = task.number else {
      if let reply = task.reply {
        answer(.ok(data: ["outcome": .string(Outcome.played.name)]), reply)
      }
      return
    }
    journal.change(number) { attempt in
      attempt.finished = moment
      attempt.rounds += 1
    }
    if task.isAlert, let rounds = journal[number]?.rounds, rounds < Self.mostRounds {
      var again = task
      again.notBefore = moment + Self.rest
      enqueue(again)
    } else {
      settle(number, .played, task.isAlert ? "nobody has acknowledged it" : nil, at: moment)
    }
  }

  /// Ends tasks before their end.
  ///
  /// - Returns: How many they were.
  mutating func stop(
    _ reason: String, at now: Int64, current isCurrent: (Task) -> Bool,
    waiting isWaiting: (Task) -> Bool
  ) -> Int {
    var ended = queue.filter(isWaiting)
    queue.removeAll(where: isWaiting)
    if let task = current?.task, isCurrent(task) {
      current = nil
      ended.insert(task, at: 0)
    }
    for task in ended { end(task, as: .stopped, reason, at: now) }
    return ended.count
  }

  /// Ends a task that was not spoken to its end.
  private mutating func end(_ task: Task, as outcome: Outcome, _ reason: String, at now: Int64) {
    if let number = task.number {
      settle(number, outcome, reason, at: now)
    } else if let reply = task.reply {
      answer(.error("\(outcome.name): \(reason)"), reply)
    }
  }
}

import Wire

extension VirtualBox {
  /// How many rounds an alert has, and the pause between them (protocol, section “Voice command”).
  static let mostRounds: UInt8 = 20
  static let rest: Int64 = 1000

  /// Announces what can have been announced by now.
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

  private mutating func begin(_ task: QueuedCommand, at moment: Int64) {
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
    current = (task, moment + profile.speaking)
  }

  private mutating func finish(_ task: QueuedCommand, at moment: Int64) {
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

  /// Stops commands that wait or are being announced.
  ///
  /// - Returns: How many they were.
  mutating func stop(
    _ reason: String, at now: Int64, current isCurrent: (QueuedCommand) -> Bool,
    waiting isWaiting: (QueuedCommand) -> Bool
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

  /// Settles a command that was not announced to its end.
  private mutating func end(
    _ task: QueuedCommand, as outcome: Outcome, _ reason: String, at now: Int64
  ) {
    if let number = task.number {
      settle(number, outcome, reason, at: now)
    } else if let reply = task.reply {
      answer(.error("\(outcome.name): \(reason)"), reply)
    }
  }
}

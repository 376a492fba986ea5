import Wire

/// The words that say many commands in one.
enum Summary {
  /// Sums up.
  ///
  /// The amount is said only if each of them has exactly one, all in one currency: a sum that lacks
  /// something is worse than none.
  ///
  /// - Parameters:
  ///   - members: The commands, at least one.
  ///   - kind: Their kind.
  ///   - isLate: Whether the time of all of them has passed; only orders are called late.
  ///   - canSay: Whether the pack can say a command; a sum may be too large for it.
  /// - Returns: The command; `nil` if not even their number can be said.
  static func command(
    of members: [QueuedCommand], _ kind: Subject.Kind, isLate: Bool, canSay: (SoundCommand) -> Bool
  ) -> SoundCommand? {
    let phrase = kind == .orders ? "summary.orders" : "summary.payments"
    let count = "\(isLate && kind == .orders ? "order.late " : "")\(phrase) number:\(members.count)"
    let texts = [total(members).map { "\(count) money:\($0)" }, count].compactMap { $0 }
    return texts.lazy.compactMap { try? SoundCommand($0) }.first(where: canSay)
  }

  private static func total(_ members: [QueuedCommand]) -> Money? {
    guard let currency = members.first?.subject.money?.currency else { return nil }
    var sum = 0
    for member in members {
      guard let money = member.subject.money, money.currency == currency else { return nil }
      let (total, isTooLarge) = sum.addingReportingOverflow(money.minorUnits)
      guard !isTooLarge else { return nil }
      sum = total
    }
    return Money(minorUnits: sum, in: currency)
  }
}

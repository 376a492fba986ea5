import Wire

/// The sound command that says many commands in one.
enum Summary {
  /// Makes the summary.
  ///
  /// It has a total only if each command has exactly one amount, all in one currency: an incomplete
  /// total is worse than none.
  ///
  /// - Parameters:
  ///   - members: The commands, at least one.
  ///   - kind: Their kind.
  ///   - isLate: Whether all of them have expired; only orders are called late.
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

/// What a command is about, as far as summaries need to know.
struct Subject: Sendable, Equatable {
  /// Commands of one kind can become one summary.
  enum Kind: Sendable, Hashable, CaseIterable {
    case orders
    case payments
  }

  /// Its kind; `nil` if no summary may say it, as for a cancelled order, a refund or a failure.
  let kind: Kind?
  /// Whether it is about a payment, also one that was refunded, failed or is pending.
  let isPayment: Bool
  /// Its only amount, if it has exactly one.
  let money: Money?

  /// Finds the subject of a command.
  ///
  /// - Parameter command: What is said; sounds before its first phrase do not count.
  init(_ command: SoundCommand) {
    let phrase = command.words.lazy.compactMap { word in
      if case .name(let name) = word { name.rawValue } else { nil }
    }.first { $0 != "chime" && $0 != "ring" }
    isPayment = phrase?.hasPrefix("payment.") ?? false
    kind =
      switch phrase {
      case "order.new": .orders
      case "payment.refund", "payment.failed", "payment.pending": nil
      default: isPayment ? .payments : nil
      }
    let amounts = command.words.compactMap { word in
      if case .money(let money) = word { money } else { nil }
    }
    money = amounts.count == 1 ? amounts[0] : nil
  }
}

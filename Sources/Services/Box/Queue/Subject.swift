import Wire

/// What a command is about, as far as commands are summed up.
struct Subject: Sendable, Equatable {
  /// Commands of one kind can become one summary.
  enum Kind: Sendable, Hashable, CaseIterable {
    case orders
    case payments
  }

  /// Its kind; `nil` for what is never summed up, such as a cancelled order or a refund.
  let kind: Kind?
  /// Whether it tells of money that was paid, or paid back.
  let isPayment: Bool
  /// Its only amount, if it has exactly one.
  let money: Money?

  /// Looks at a command.
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
      case "payment.refund": nil
      default: isPayment ? .payments : nil
      }
    let amounts = command.words.compactMap { word in
      if case .money(let money) = word { money } else { nil }
    }
    money = amounts.count == 1 ? amounts[0] : nil
  }
}

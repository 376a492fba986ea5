import Messaging
import Wire

/// The orders of a simulated back end: always the same ones for the same seed.
struct OrderGenerator: Sendable {
  /// How long after its publication an order expires.
  private static let lifetime = Duration.seconds(600)

  let seed: UInt64
  /// Makes the ids of this run unique.
  let run: String

  /// One order.
  ///
  /// - Parameters:
  ///   - number: Which of the box's orders, from 0.
  ///   - topic: Where the box listens for commands.
  ///   - place: The box's place.
  ///   - moment: When it is published.
  /// - Returns: The voice command, as it is published.
  func order(_ number: Int, to topic: String, at place: Int, _ moment: Timestamp) -> Publication? {
    let lot = SeededRandom.value(seed, 7, place, number)
    let amount = "CNY\(lot / 16 % 300 + 1).\(lot / 8192 % 90 + 10)"
    let words =
      switch lot % 8 {
      case 0...3: "order.new number:\(number % 1000 + 1) money:\(amount)"
      case 4: "payment.alipay money:\(amount)"
      case 5: "payment.wechat money:\(amount)"
      case 6: "queue.call number:\(number % 1000 + 1)"
      default: "order.courier code:A\(number % 1000 + 1)"
      }
    guard let sound = try? SoundCommand(words) else { return nil }
    var command = VoiceCommand(
      id: "\(run)-\(String(place, radix: 36))-\(String(number, radix: 36))", soundCommand: sound)
    command.issuedAt = moment
    command.expiresAt = moment + Self.lifetime
    return Publication(topic: topic, text: command.json.encoded)
  }
}

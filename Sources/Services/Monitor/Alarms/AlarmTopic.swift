public import Fleet
import Messaging
import Wire

/// Publishes notices by MQTT.
///
/// The topic contains the rule's name. Nothing is retained: a node of a cluster may not deliver what another
/// one retains, and a cleared alarm would have to be withdrawn. Later subscribers read the open alarms from
/// the page. For a subscriber with a session, the broker keeps a notice for a day.
public struct AlarmTopic: AlarmChannel {
  /// How long the broker keeps a notice for absent subscribers.
  private static let expiry = Duration.seconds(86_400)

  public let name: String
  private let template: String
  private let timeout: Duration
  private let publications: PublicationQueue

  /// Creates the channel.
  ///
  /// - Parameters:
  ///   - template: The topic, in which `{name}` stands for the rule's name.
  ///   - name: The channel's name.
  ///   - timeout: How long the broker may take to acknowledge a notice.
  ///   - publications: Publishes the notices.
  public init(
    _ template: String = AlarmSettings.topic, name: String = "mqtt",
    timeout: Duration = .seconds(30), publications: PublicationQueue
  ) {
    self.template = template
    self.name = name
    self.timeout = timeout
    self.publications = publications
  }

  public func send(_ notice: AlarmNotice) async -> DeliveryResult {
    let topic = template.split(separator: "{name}", omittingEmptySubsequences: false)
      .joined(separator: notice.rule)
    let publication = Publication(topic: topic, text: notice.json.encoded, expiry: Self.expiry)
    return switch await publications.publish(publication, timeout: timeout) {
    // There may be no subscriber just now.
    case .accepted, .noSubscribers: .delivered
    case .refused(let reason), .unconfirmed(let reason): .failed(reason)
    }
  }
}

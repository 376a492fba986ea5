public import Fleet
import Orders
public import Wire

/// What a monitor is told about its fleet.
public struct MonitorSettings: Sendable {
  /// The boxes' topics.
  public var topics: FleetTopics
  /// The stores that this monitor looks after; empty for all.
  public var stores: [Identifier] = []
  /// Boxes that are expected, whether they were heard of or not.
  public var roster: [BoxName] = []
  /// Whether the monitor listens to the boxes' commands, to see those that are not answered.
  public var hearsCommands = true
  /// How the order messages of back ends are read, to see those that are not answered.
  public var orders: [OrderListener] = []
  /// How long nothing may be said of an order that is not handled, and does not ring or wait its turn.
  public var patience = Duration.seconds(120)
  /// How many boxes there may be.
  public var mostBoxes = 20_000
  /// How long receipts and orders are kept.
  public var receiptsKept = Duration.seconds(90 * 86_400)
  /// How long health reports are kept.
  public var healthKept = Duration.seconds(7 * 86_400)
  /// When somebody is to be alarmed.
  public var alarms = AlarmSettings()
  /// What is shown to Prometheus.
  public var metrics = MetricsSettings()

  /// Starts with the usual settings.
  ///
  /// - Parameter topics: The boxes' topics.
  public init(topics: FleetTopics) { self.topics = topics }

  /// What a monitor subscribes to.
  public var subscriptions: [String] {
    var purposes: [Topics.Purpose] = [.delivered, .handled, .state, .info, .health, .response]
    if hearsCommands { purposes += [.command, .storeCommand] }
    let stores = stores.isEmpty ? [nil] : stores.map { Optional($0) }
    let fleet = stores.flatMap { store in purposes.map { topics.filter($0, store: store) } }
    return fleet + Set(orders.map(\.rule.topic.rawValue)).sorted()
  }
}

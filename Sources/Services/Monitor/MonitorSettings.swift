public import Fleet
import Orders
public import Wire

/// The settings of a monitor.
public struct MonitorSettings: Sendable {
  /// The boxes' topics.
  public var topics: FleetTopics
  /// The monitor's name among others: its MQTT client id.
  public var name = "monitor"
  /// The stores that it monitors; empty for all.
  public var stores: [Identifier] = []
  /// Boxes that are expected, whether they were seen or not.
  public var roster: [BoxName] = []
  /// Whether it subscribes to commands, to see those that no box answers.
  public var hearsCommands = true
  /// How it reads the order messages of back ends, to see those that no box answers.
  public var orders: [OrderListener] = []
  /// How long no box may report on an order that is not handled, and neither rings nor waits its turn.
  public var patience = Duration.seconds(120)
  /// The most boxes there may be.
  public var mostBoxes = 20_000
  /// How long receipts and orders are kept.
  public var receiptsKept = Duration.seconds(90 * 86_400)
  /// How long health reports are kept.
  public var healthKept = Duration.seconds(7 * 86_400)
  /// When to raise alarms.
  public var alarms = AlarmSettings()
  /// What Prometheus is shown.
  public var metrics = Metrics()

  /// What Prometheus is shown.
  public struct Metrics: Sendable, Equatable {
    /// The program's version.
    public var version = ""
    /// Whether each box has series of its own.
    public var showsBoxes = false
    /// With more boxes than this none has, so that a growing fleet does not fill Prometheus.
    public var mostBoxes = 500

    /// Starts with the default settings.
    public init() {}
  }

  /// Starts with the default settings.
  ///
  /// - Parameter topics: The boxes' topics.
  public init(topics: FleetTopics) { self.topics = topics }

  /// The topic filters that a monitor subscribes to.
  public var subscriptions: [String] {
    var purposes: [Topics.Purpose] = [.delivered, .handled, .state, .info, .health, .response]
    if hearsCommands { purposes += [.command, .storeCommand] }
    let stores = stores.isEmpty ? [nil] : stores.map { Optional($0) }
    let fleet = stores.flatMap { store in purposes.map { topics.filter($0, store: store) } }
    return fleet + Set(orders.map(\.topic)).sorted()
  }
}

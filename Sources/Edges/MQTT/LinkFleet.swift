import Dispatch
public import Interop

/// Many lasting connections to one broker, all driven by one thread.
///
/// To its owner each of them is like a ``Link``: it reconnects by itself, hands messages over before it
/// acknowledges them, and publishes what its owner's sources give out. libmosquitto needs three
/// descriptors per connection. Opening one blocks all others for a round trip, so use it with a broker
/// nearby.
public final class LinkFleet: Sendable {
  /// One of the connections.
  public struct Member: Sendable {
    /// Its session settings.
    public var session: SessionSettings
    /// Its owner, called on the fleet's thread.
    public var events: any LinkEvents

    /// Describes a connection.
    ///
    /// - Parameters:
    ///   - session: Its session settings.
    ///   - events: Its owner.
    public init(session: SessionSettings, events: any LinkEvents) {
      self.session = session
      self.events = events
    }
  }

  /// A command for one of the connections.
  public enum Command: Sendable {
    /// Ask its sources for publications.
    case publish(Int)
    /// Cut it without a DISCONNECT, as a pulled cable does, and reconnect after a while.
    case cut(Int, for: Duration)
  }

  let broker: Broker
  let members: [Member]
  let backoff: Backoff
  let connectsPerSecond: Int
  let commands: @Sendable () -> [Command]
  let poller: Poller
  private let wakeup: Wakeup

  /// Prepares the connections; ``run()`` opens them.
  ///
  /// - Parameters:
  ///   - broker: Where to connect.
  ///   - members: The connections, whose places in this list are their numbers.
  ///   - backoff: How long each waits between attempts.
  ///   - connectsPerSecond: How many are opened in a second at most.
  ///   - commands: Returns new commands; called about fifty times a second, on the fleet's thread.
  /// - Throws: ``MQTTError`` if the settings contradict the protocol.
  public init(
    broker: Broker, members: [Member], backoff: Backoff = Backoff(),
    connectsPerSecond: Int = 500, commands: @escaping @Sendable () -> [Command] = { [] }
  ) throws(MQTTError) {
    try broker.check()
    for member in members { try member.session.check() }
    self.broker = broker
    self.members = members
    self.backoff = backoff
    self.connectsPerSecond = connectsPerSecond
    self.commands = commands
    do {
      wakeup = try Wakeup()
      poller = try Poller()
    } catch {
      throw .owner(error, "set up the fleet")
    }
  }

  /// Keeps the connections until the task is cancelled, then says goodbye on each of them.
  ///
  /// A goodbye's acknowledgement is awaited for at most one second. No failure ends it. Only one run at
  /// a time.
  public func run() async {
    let stop = StopSignal(waking: wakeup)
    await withTaskCancellationHandler {
      await stop.wait {
        DispatchQueue(label: "mqtt fleet").async { [self] in
          FleetLoop(self).work(until: stop)
          stop.ended()
        }
      }
    } onCancel: {
      stop.request()
    }
  }
}

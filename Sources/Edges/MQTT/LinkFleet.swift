import Dispatch
public import Interop

/// Many lasting connections to one broker, all of them turned by one thread.
///
/// To its owner each of them is what an ``Link`` is: it comes back by itself, hands messages over
/// before it acknowledges them, and publishes what its owner's outbox holds. libmosquitto holds three
/// descriptors a connection. Opening one blocks all others for the length of a round trip, so that
/// this is for a broker that is near.
public final class LinkFleet: Sendable {
  /// One of the connections.
  public struct Member: Sendable {
    /// What to agree on.
    public var session: SessionSettings
    /// Its owner, who is called on the fleet's thread.
    public var events: any LinkEvents

    /// Describes a connection.
    ///
    /// - Parameters:
    ///   - session: What to agree on.
    ///   - events: Its owner.
    public init(session: SessionSettings, events: any LinkEvents) {
      self.session = session
      self.events = events
    }
  }

  /// What an owner wants of one of the connections.
  public enum Command: Sendable {
    /// To look into its outbox.
    case draw(Int)
    /// To cut it without a word, as a pulled cable does, and to leave it so for a while.
    case cut(Int, for: Duration)
  }

  let broker: Broker
  let members: [Member]
  let backoff: Backoff
  let connectsPerSecond: Int
  let wishes: @Sendable () -> [Command]
  let poller: Poller
  private let wakeup: Wakeup

  /// Prepares connections; ``run()`` brings them to life.
  ///
  /// - Parameters:
  ///   - broker: Where to connect.
  ///   - members: The connections, whose places in this list are their numbers.
  ///   - backoff: How long each waits between attempts.
  ///   - connectsPerSecond: How many are opened in a second at most.
  ///   - wishes: Asked about fifty times a second what is wanted of the connections; on the fleet's
  ///     thread.
  /// - Throws: ``MQTTError`` if the settings contradict the protocol.
  public init(
    broker: Broker, members: [Member], backoff: Backoff = Backoff(),
    connectsPerSecond: Int = 500, wishes: @escaping @Sendable () -> [Command] = { [] }
  ) throws(MQTTError) {
    try broker.check()
    for member in members { try member.session.check() }
    self.broker = broker
    self.members = members
    self.backoff = backoff
    self.connectsPerSecond = connectsPerSecond
    self.wishes = wishes
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

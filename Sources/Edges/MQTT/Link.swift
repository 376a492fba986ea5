import Dispatch
public import Interop
import Messaging

/// A lasting connection to a broker: it comes back by itself, and keeps every message safe.
///
/// A thread of its own looks up the host, connects, reads and writes, and calls the owner. It hands
/// over messages before it acknowledges them, and publishes what the owner's sources give out, so
/// that nothing depends on memory: whatever was not acknowledged, in either direction, is sent again.
public final class Link: Sendable {
  /// How long a connection must have stood for its loss to be a new trouble, not the old one again.
  private static let stableTime = Duration.seconds(60)

  private let broker: Broker
  private let session: SessionSettings
  private let events: any LinkEvents
  private let backoff: Backoff
  private let wakeup: Wakeup

  /// Prepares a link; ``run()`` brings it to life.
  ///
  /// - Parameters:
  ///   - broker: Where to connect.
  ///   - session: What to agree on.
  ///   - events: The owner, who is called on the link's thread.
  ///   - backoff: How long to wait between attempts.
  /// - Throws: ``MQTTError`` if the settings contradict the protocol.
  public init(
    broker: Broker, session: SessionSettings, events: any LinkEvents,
    backoff: Backoff = Backoff()
  ) throws(MQTTError) {
    try broker.check()
    try session.check()
    self.broker = broker
    self.session = session
    self.events = events
    self.backoff = backoff
    do {
      wakeup = try Wakeup()
    } catch {
      throw .owner(error, "set up the link")
    }
  }

  /// Tells that a source has something new to publish; cheap, and callable from any thread.
  public func wake() { wakeup.signal() }

  /// Keeps the connection until the task is cancelled, then says goodbye.
  ///
  /// At the end the goodbye is published, its acknowledgement awaited for at most one second, and
  /// the connection ended on purpose, so that the will is not published. No failure ends it: each is
  /// reported as ``LinkState/offline(_:)``. Only one run at a time.
  public func run() async {
    let stop = StopSignal(waking: wakeup)
    await withTaskCancellationHandler {
      await stop.wait {
        DispatchQueue(label: "mqtt").async { [self] in
          connectRepeatedly(SocketWaiter(wakeup: wakeup, stop: stop))
          stop.ended()
        }
      }
    } onCancel: {
      stop.request()
    }
  }

  private func connectRepeatedly(_ waiter: SocketWaiter) {
    var backoff = backoff
    while !waiter.isStopRequested {
      var connection: Connection?
      do throws(MQTTError) {
        connection = try connect(waiter)
        try connection?.run(waiter)
      } catch {
        let onlineTime = connection?.onlineSince.map { .now - $0 } ?? Duration.zero
        connection = nil
        events.changed(to: .offline(error))
        if onlineTime >= Self.stableTime { backoff.reset() }
        waiter.pause(for: backoff.next())
      }
    }
  }

  /// Opens a connection, with a client of its own: no trace of an earlier one can stick to it.
  ///
  /// - Returns: The connection; `nil` if the run is to end.
  private func connect(_ waiter: SocketWaiter) throws(MQTTError) -> Connection? {
    events.changed(to: .connecting)
    let presence = try events.prepare(for: broker.address)
    let client = try Client(broker, session, will: presence.will)
    let goesOn = try waiter.stop.whileConnecting { () throws(MQTTError) in try client.connect() }
    return goesOn ? Connection(client, presence, events) : nil
  }
}

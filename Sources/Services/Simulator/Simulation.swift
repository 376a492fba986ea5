import Synchronization
public import Wire

/// A fleet of virtual boxes, and the back end that sends them orders.
///
/// It does no I/O: the owner of the connections passes messages in and publishes what the sources give out.
/// A box's number is its place in ``names``.
public final class Simulation: Sendable {
  /// A command for a box's connection.
  public enum ConnectionCommand: Sendable, Equatable {
    /// It has something new to publish.
    case publish(Int)
    /// Cut it, as a pulled cable does, for a while.
    case cut(Int, for: Duration)
    /// The back end has new orders to publish.
    case publishOrders
  }

  struct Slot {
    var box: VirtualBox
    let place: Int
    let loses: Bool
    var isOnline = false
    /// When it was online for the first time.
    var since: Int64?
    var ordersMade = 0
    /// When its connection is cut next.
    var cutDue: Int64?
    var cuts = 0
    /// Whether its connection is being cut.
    var isCut = false
    /// Its earliest timer.
    var scheduled = Int64.max
  }

  struct State {
    var slots: [Slot]
    var timers = TimerQueue()
    var backEnd = BoxOutbox()
    var counts = Counts()
    var isClosing = false
  }

  /// The boxes.
  public let names: [BoxName]

  let settings: SimulatorSettings
  let orderGenerator: OrderGenerator
  let now: @Sendable () -> Timestamp
  let state: Mutex<State>

  /// Sets up boxes; nothing is online yet.
  ///
  /// - Parameters:
  ///   - settings: The settings of the fleet; the prefix begins all names.
  ///   - version: The version that the boxes report.
  ///   - now: A clock that does not jump.
  /// - Throws: `Refusal` if the prefix makes no names.
  public init(
    _ settings: SimulatorSettings, version: String, now: @escaping @Sendable () -> Timestamp
  ) throws(Refusal) {
    self.settings = settings
    self.now = now
    orderGenerator = OrderGenerator(seed: settings.seed, run: settings.run)
    let faults = settings.faults.choose(among: settings.boxes, seed: settings.seed)
    let pace = settings.healthInterval.milliseconds
    var slots: [Slot] = []
    for place in settings.places {
      guard let name = settings.name(at: place) else {
        throw Refusal("prefix", "'\(settings.prefix)' makes no names of stores")
      }
      let speaking = faults[place].contains(.slow) ? settings.slowSpeaking : settings.speaking
      let profile = VirtualBox.Profile(
        name: name, faults: faults[place], speaking: speaking.milliseconds, healthInterval: pace,
        version: version)
      let firstHealth = Int64(SeededRandom.value(settings.seed, 1, place) % UInt64(max(1, pace)))
      slots.append(
        Slot(
          box: VirtualBox(profile, topics: settings.topics, firstHealth: firstHealth, at: now()),
          place: place, loses: faults[place].contains(.lost)))
    }
    names = slots.map(\.box.name)
    var state = State(slots: slots)
    state.counts.boxes = slots.count
    self.state = Mutex(state)
  }

  /// What a box subscribes to.
  ///
  /// - Parameter number: The box.
  /// - Returns: Topic filters.
  public func subscriptions(of number: Int) -> [String] {
    let topics = settings.topics.of(names[number])
    return [Topics.Purpose.command, .storeCommand, .request, .storeRequest, .state].map {
      topics.filter($0)
    }
  }

  /// What has happened so far.
  public var counts: Counts { state.withLock { $0.counts } }

  /// Stops making orders and cutting connections.
  public func close() { state.withLock { $0.isClosing = true } }

  /// Whether all orders were made, and all that can be handled have been.
  public var isDone: Bool {
    guard let orders = settings.ordersPerBox else { return false }
    return state.withLock { state in
      state.backEnd.count == 0
        && state.slots.allSatisfy {
          $0.ordersMade >= orders && $0.box.accepted >= orders && $0.box.isIdle
        }
    }
  }

  /// Whether all orders were made.
  public var hasPublishedAllOrders: Bool {
    guard let orders = settings.ordersPerBox else { return false }
    return state.withLock { $0.slots.allSatisfy { $0.ordersMade >= orders } }
  }
}

import Synchronization
public import Wire

/// A fleet of virtual boxes, and the back end that sends them orders.
///
/// It knows no broker: whoever has one tells what came, and asks what is to be published. The boxes are
/// known by their places in ``names``.
public final class Simulation: Sendable {
  /// What is wanted of a box's connection.
  public enum Wish: Sendable, Equatable {
    /// It has something new to publish.
    case draw(Int)
    /// Its cable is pulled for a while.
    case cut(Int, for: Duration)
    /// The back end has new orders.
    case order
  }

  struct Seat {
    var box: VirtualBox
    let place: Int
    let loses: Bool
    var isOnline = false
    /// When it first came online.
    var since: Int64?
    var ordersMade = 0
    /// When its connection is cut next.
    var cutDue: Int64?
    var cuts = 0
    /// Whether its connection is being cut.
    var isCut = false
    /// The earliest entry of the timetable.
    var scheduled = Int64.max
  }

  struct State {
    var seats: [Seat]
    var timetable = Timetable()
    var backEnd = BoxOutbox()
    var counts = Counts()
    var isClosing = false
  }

  /// The boxes.
  public let names: [BoxName]

  let settings: SimulatorSettings
  let book: OrderBook
  let now: @Sendable () -> Timestamp
  let state: Mutex<State>

  /// Sets up boxes; nothing is online yet.
  ///
  /// - Parameters:
  ///   - settings: What the fleet is like; its prefix makes names.
  ///   - version: The version that the boxes tell.
  ///   - now: What time it is; this clock must not jump.
  /// - Throws: `Refusal` if the prefix makes no names.
  public init(
    _ settings: SimulatorSettings, version: String, now: @escaping @Sendable () -> Timestamp
  ) throws(Refusal) {
    self.settings = settings
    self.now = now
    book = OrderBook(seed: settings.seed, run: settings.run)
    let faults = settings.faults.choose(among: settings.boxes, seed: settings.seed)
    let pace = settings.healthPace.milliseconds
    var seats: [Seat] = []
    for place in settings.places {
      guard let name = settings.name(at: place) else {
        throw Refusal("prefix", "'\(settings.prefix)' makes no names of stores")
      }
      let speaking = faults[place].contains(.slow) ? settings.slowSpeaking : settings.speaking
      let nature = VirtualBox.Nature(
        name: name, faults: faults[place], speaking: speaking.milliseconds, healthPace: pace,
        version: version)
      let firstHealth = Int64(Chance.lot(settings.seed, 1, place) % UInt64(max(1, pace)))
      seats.append(
        Seat(
          box: VirtualBox(nature, topics: settings.topics, firstHealth: firstHealth, at: now()),
          place: place, loses: faults[place].contains(.lost)))
    }
    names = seats.map(\.box.name)
    var state = State(seats: seats)
    state.counts.boxes = seats.count
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

  /// What has been done so far.
  public var counts: Counts { state.withLock { $0.counts } }

  /// Makes no further orders, and pulls no further cables.
  public func close() { state.withLock { $0.isClosing = true } }

  /// Whether all orders were made and have come to their ends, as far as that will ever be.
  public var isDone: Bool {
    guard let orders = settings.ordersPerBox else { return false }
    return state.withLock { state in
      state.backEnd.count == 0
        && state.seats.allSatisfy {
          $0.ordersMade >= orders && $0.box.accepted >= orders && $0.box.isIdle
        }
    }
  }

  /// Whether all orders were made.
  public var isSoldOut: Bool {
    guard let orders = settings.ordersPerBox else { return false }
    return state.withLock { $0.seats.allSatisfy { $0.ordersMade >= orders } }
  }
}

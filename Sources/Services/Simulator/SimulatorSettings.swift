public import Wire

/// What a simulated fleet is like.
public struct SimulatorSettings: Sendable {
  /// How many boxes there are.
  public var boxes: Int
  /// How many stores they stand in.
  public var stores: Int
  /// How the names of stores begin.
  public var prefix: String
  /// The boxes' topics.
  public var topics: FleetTopics
  /// How many orders each box gets in a minute; 0 for none.
  public var ordersPerMinute: Double
  /// For how long each box gets orders; `nil` for ever.
  public var minutes: Double?
  /// What goes wrong.
  public var faults = Faults()
  /// What decides about all that looks like chance.
  public var seed: UInt64 = 1
  /// What tells the orders of this run from those of others, at most six characters.
  public var run = "0"
  /// How long a box speaks.
  public var speaking = Duration.seconds(3)
  /// How long a slow box speaks.
  public var slowSpeaking = Duration.seconds(30)
  /// How long a lost box is away, and then there again.
  public var absence = Duration.seconds(60)
  /// How often each box tells its health.
  public var healthInterval = Duration.seconds(60)
  /// Which of the boxes are played here: the places from a first one on, each so many apart.
  public var share: (first: Int, step: Int) = (0, 1)

  /// Describes a fleet.
  ///
  /// - Parameters:
  ///   - boxes: How many boxes there are.
  ///   - stores: How many stores they stand in.
  ///   - prefix: How the names of stores begin.
  ///   - topics: The boxes' topics.
  ///   - ordersPerMinute: How many orders each box gets in a minute.
  ///   - minutes: For how long; `nil` for ever.
  public init(
    boxes: Int, stores: Int, prefix: String, topics: FleetTopics, ordersPerMinute: Double,
    minutes: Double? = nil
  ) {
    self.boxes = boxes
    self.stores = stores
    self.prefix = prefix
    self.topics = topics
    self.ordersPerMinute = ordersPerMinute
    self.minutes = minutes
  }

  /// The places of the boxes that are played here.
  var places: StrideTo<Int> { stride(from: share.first, to: boxes, by: share.step) }

  /// The name of the box at a place; `nil` if the prefix makes no names.
  ///
  /// - Parameter place: The place, from 0.
  /// - Returns: The name.
  public func name(at place: Int) -> BoxName? {
    let digits = String(place % stores + 1)
    let store = prefix + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return Identifier(rawValue: store).flatMap { store in
      Identifier(rawValue: "box-\(place / stores + 1)").map { BoxName(store: store, box: $0) }
    }
  }

  /// How many orders each box gets; `nil` without an end.
  var ordersPerBox: Int? { minutes.map { Int($0 * ordersPerMinute + 0.000_001) } }
}

/// How a box does, as its retained health topic says (protocol, section “Health”).
public struct Health: Sendable, Equatable {
  /// The sound device, as it is now.
  public struct Audio: Sendable, Equatable {
    /// What it does.
    ///
    /// A state that is none of ``all`` comes from a box of another version, and is kept as it is.
    public struct State: RawRepresentable, Sendable, Hashable {
      /// Ready, and silent.
      public static let idle = State(rawValue: "idle")
      /// Playing an announcement.
      public static let playing = State(rawValue: "playing")
      /// Not there, or without progress.
      public static let unavailable = State(rawValue: "unavailable")

      /// The states that this version knows.
      public static let all = [idle, playing, unavailable]

      /// The word in the report.
      public let rawValue: String

      /// Takes any word.
      ///
      /// - Parameter rawValue: The word in the report.
      public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// What it does.
    public var state: State
    /// Its name, as the configuration says it.
    public var device: String
    /// Why it is unavailable, in words.
    public var reason: String?
    /// How often it ran out of samples since the start.
    public var xruns: Int

    /// Describes a device.
    ///
    /// - Parameters:
    ///   - state: What it does.
    ///   - device: Its name, as the configuration says it.
    ///   - reason: Why it is unavailable, in words.
    ///   - xruns: How often it ran out of samples since the start.
    public init(_ state: State, device: String, reason: String? = nil, xruns: Int = 0) {
      self.state = state
      self.device = device
      self.reason = reason
      self.xruns = xruns
    }
  }

  /// Order messages under one topic that no rule announces.
  public struct Ignored: Sendable, Equatable {
    /// The topic.
    public var topic: String
    /// How many since the start.
    public var count: Int
    /// What the last one said of itself, such as `type=order.ready`.
    public var last: String

    /// Counts messages.
    ///
    /// - Parameters:
    ///   - topic: The topic.
    ///   - count: How many since the start.
    ///   - last: What the last one said of itself.
    public init(topic: String, count: Int, last: String) {
      self.topic = topic
      self.count = count
      self.last = last
    }
  }

  /// When this was so.
  public var at: Timestamp
  /// The number of the connection.
  public var connectionNumber: Int64
  /// How many announcements wait.
  public var queue = 0
  /// How long the oldest of them has waited.
  public var oldestWaiting: Duration?
  /// How many orders are repeated until acknowledged.
  public var ringing = 0
  /// How many commands were accepted since the start.
  public var accepted = 0
  /// What no rule announces, by topic.
  public var ignored: [Ignored] = []
  /// When the last order arrived.
  public var lastOrder: Timestamp?
  /// When the last announcement had been heard.
  public var lastPlayed: Timestamp?
  /// The sound device.
  public var audio: Audio
  /// How often the box reconnected to the broker since the start.
  public var reconnects = 0
  /// Whether the box's clock is synchronized.
  public var clockIsSynced = false
  /// The box's volume, 0–100 per cent.
  public var volume = 100
  /// Until when it was asked to say nothing.
  public var mutedUntil: Timestamp?
  /// Whether these are quiet hours.
  public var quiet = false
  /// The memory it holds, in bytes (resident).
  public var memory: Int64 = 0
  /// How many receipts wait for the broker.
  public var unpublished = 0
  /// How long the program has run.
  public var uptime = Duration.zero
  /// The program's version.
  public var version: String

  /// Starts a report.
  ///
  /// - Parameters:
  ///   - at: When this is so.
  ///   - connectionNumber: The number of the connection.
  ///   - audio: The sound device.
  ///   - version: The program's version.
  public init(at: Timestamp, connectionNumber: Int64, audio: Audio, version: String) {
    self.at = at
    self.connectionNumber = connectionNumber
    self.audio = audio
    self.version = version
  }

  /// The report as it is published: durations in whole seconds, `null` for what there is not.
  public var json: JSON {
    .object([
      "at": .string(at.description), "session": .number(JSONNumber(connectionNumber)),
      "queue": .number(JSONNumber(queue)),
      "oldestWaiting": oldestWaiting.map(Self.seconds) ?? .null,
      "ringing": .number(JSONNumber(ringing)),
      "accepted": .number(JSONNumber(accepted)), "ignored": .array(ignored.map(\.json)),
      "lastOrder": Self.moment(lastOrder), "lastPlayed": Self.moment(lastPlayed),
      "audio": .object([
        "state": .string(audio.state.rawValue), "device": .string(audio.device),
        "reason": audio.reason.map { .string($0) } ?? .null,
        "xruns": .number(JSONNumber(audio.xruns)),
      ]),
      "reconnects": .number(JSONNumber(reconnects)),
      "clock": .string(clockIsSynced ? "synced" : "unsynced"),
      "volume": .number(JSONNumber(volume)), "mutedUntil": Self.moment(mutedUntil),
      "quiet": .bool(quiet), "memory": .number(JSONNumber(memory)),
      "unpublished": .number(JSONNumber(unpublished)), "uptime": Self.seconds(uptime),
      "version": .string(version),
    ])
  }

  private static func moment(_ moment: Timestamp?) -> JSON {
    moment.map { .string($0.description) } ?? .null
  }

  private static func seconds(_ duration: Duration) -> JSON {
    .number(JSONNumber(duration.components.seconds))
  }
}

extension Health {
  /// Reads what a box published about itself.
  ///
  /// - Parameter payload: The message.
  /// - Throws: ``Refusal``, which names the first field at fault.
  public init(payload: [UInt8]) throws(Refusal) {
    let fields = try Fields(payload: payload)
    guard let at = try fields.timestamp("at") else { throw Refusal("at", "is missing") }
    let device = try fields.inside("audio")
    guard let state = try device.text("state"), !state.isEmpty else {
      throw Refusal("audio.state", "is missing")
    }
    self.init(
      at: at, connectionNumber: try fields.count("session") ?? 0,
      audio: Audio(
        Audio.State(rawValue: state), device: try device.text("device") ?? "",
        reason: try device.text("reason"),
        xruns: try device.integer("xruns", in: 0...Int.max) ?? 0),
      version: try fields.text("version") ?? "")
    queue = try fields.integer("queue", in: 0...Int.max) ?? 0
    oldestWaiting = try fields.seconds("oldestWaiting")
    ringing = try fields.integer("ringing", in: 0...Int.max) ?? 0
    accepted = try fields.integer("accepted", in: 0...Int.max) ?? 0
    ignored = try fields.ignored()
    lastOrder = try fields.timestamp("lastOrder")
    lastPlayed = try fields.timestamp("lastPlayed")
    reconnects = try fields.integer("reconnects", in: 0...Int.max) ?? 0
    clockIsSynced = fields.clockIsSynced()
    volume = try fields.integer("volume", in: 0...100) ?? 100
    mutedUntil = try fields.timestamp("mutedUntil")
    quiet = try fields.flag("quiet")
    memory = try fields.count("memory") ?? 0
    unpublished = try fields.integer("unpublished", in: 0...Int.max) ?? 0
    uptime = try fields.seconds("uptime") ?? .zero
  }
}

extension Health.Ignored {
  /// The object of the report.
  fileprivate var json: JSON {
    .object([
      "topic": .string(topic), "count": .number(JSONNumber(count)), "last": .string(last),
    ])
  }
}

extension Fields {
  /// The topics whose messages are ignored, at most 100 of them.
  fileprivate func ignored() throws(Refusal) -> [Health.Ignored] {
    guard let value = object["ignored"], value != .null else { return [] }
    guard case .array(let topics) = value else {
      throw Refusal("ignored", "an array is wanted, not \(value.kind)")
    }
    var ignored: [Health.Ignored] = []
    for topic in topics.prefix(100) {
      guard let object = topic.object else {
        throw Refusal("ignored", "an array of objects is wanted")
      }
      let fields = Fields(object)
      ignored.append(
        Health.Ignored(
          topic: try fields.word("topic"), count: try fields.integer("count", in: 0...Int.max) ?? 0,
          last: try fields.text("last") ?? ""))
    }
    return ignored
  }
}

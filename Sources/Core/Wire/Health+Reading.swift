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
      at: at, session: try fields.count("session") ?? 0,
      audio: Audio(
        Audio.State(rawValue: state), device: try device.text("device") ?? "",
        reason: try device.text("reason"),
        xruns: try device.integer("xruns", in: 0...Int.max) ?? 0),
      version: try fields.text("version") ?? "")
    queue = try fields.integer("queue", in: 0...Int.max) ?? 0
    oldestWaiting = try fields.seconds("oldestWaiting")
    ringing = try fields.integer("ringing", in: 0...Int.max) ?? 0
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

extension BoxInfo {
  /// Reads what a box published about itself.
  ///
  /// - Parameter payload: The message.
  /// - Throws: ``Refusal``, which names the first field at fault.
  public init(payload: [UInt8]) throws(Refusal) {
    let fields = try Fields(payload: payload)
    let pack = try fields.inside("pack")
    self.init(
      version: try fields.text("version") ?? "",
      pack: Pack(
        name: try pack.text("name") ?? "", version: try pack.text("version") ?? "",
        locale: try pack.text("locale") ?? ""),
      settings: try fields.inside("settings").object,
      at: try fields.timestamp("at") ?? Timestamp(milliseconds: 0))
  }
}

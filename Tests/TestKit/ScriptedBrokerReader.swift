/// Cuts what arrives into packets (MQTT 5.0, 2.1).
struct ScriptedBrokerReader {
  private var pending: [UInt8] = []

  /// The packets that are complete once `bytes` have arrived too.
  mutating func packets(in bytes: [UInt8]) -> [ScriptedBrokerPacket] {
    pending += bytes
    var packets: [ScriptedBrokerPacket] = []
    while let packet = next() { packets.append(packet) }
    return packets
  }

  private mutating func next() -> ScriptedBrokerPacket? {
    guard let first = pending.first, let kind = ScriptedBrokerPacket.Kind(rawValue: first >> 4),
      let lengthEnd = pending.dropFirst().firstIndex(where: { $0 < 128 })
    else { return nil }
    var cursor = ScriptedBrokerCursor(pending[1...lengthEnd])
    let end = lengthEnd + 1 + cursor.length()
    guard pending.count >= end else { return nil }
    defer { pending.removeFirst(end) }
    return ScriptedBrokerPacket(
      kind, flags: first & 0x0F, body: Array(pending[(lengthEnd + 1)..<end]))
  }
}

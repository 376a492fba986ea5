/// A message as `mosquitto_sub` saw it.
public struct MosquittoMessage: Sendable, Equatable {
  /// Its topic.
  public let topic: String
  /// What it carries.
  public let payload: [UInt8]
  /// Its quality of service, 0 to 2.
  public let qos: Int
  /// Whether the broker had kept it.
  public let isRetained: Bool

  /// ``payload`` as text.
  public var text: String { String(decoding: payload, as: UTF8.self) }

  /// Reads a line in the form of ``MosquittoSubscriber/format``.
  init?(line: String) {
    let parts = line.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0] == MosquittoSubscriber.mark, let qos = Int(parts[1]) else {
      return nil
    }
    self.qos = qos
    isRetained = parts[2] == "1"
    let digits = Array(parts[3])
    payload = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
    topic = String(parts[4])
  }
}

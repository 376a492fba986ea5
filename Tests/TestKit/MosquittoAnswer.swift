/// What came back on the response topic of a request.
public struct MosquittoAnswer: Sendable, Equatable {
  /// The correlation data, as text.
  public let correlationData: String
  /// Its quality of service, as the broker handed it on.
  public let qos: Int
  /// Whether the broker had kept it.
  public let isRetained: Bool
  /// What it carries.
  public let payload: [UInt8]

  /// Reads a line in the form of ``format``.
  init?(line: String) {
    let parts = line.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 4, let qos = Int(parts[1]) else { return nil }
    correlationData = String(parts[0])
    self.qos = qos
    isRetained = parts[2] == "1"
    let digits = Array(parts[3])
    payload = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
  }

  static let format = "%D %q %r %x"
}

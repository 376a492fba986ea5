import Studio
import Voice

/// A processor without sound, which records its calls.
actor FakeAudioProcessor: AudioProcessor {
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var calls: [String] = []
  private(set) var mostAtOnce = 0
  private var atOnce = 0
  private let refused: Set<String>

  /// The number of concurrent requests before the first is answered.
  private var together: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(refusing refused: Set<String> = [], together: Int = 1) {
    self.refused = refused
    self.together = together
  }

  private func note(_ call: String) throws {
    calls.append(call)
    if refused.contains(call) { throw Refusal(description: "no \(call)") }
  }

  private func produce(_ call: String) async throws -> [Float] {
    atOnce += 1
    mostAtOnce = max(mostAtOnce, atOnce)
    if atOnce < together {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      together = 1
      waiting.forEach { $0.resume() }
      waiting = []
    }
    atOnce -= 1
    try note(call)
    return [Float](repeating: 0.5, count: call.utf8.count)
  }

  func version(of synthesizer: PackManifest.Synthesizer) async throws -> String {
    try note("version")
    return "9.9"
  }

  func speak(
    _ text: String, for id: ClipID, with synthesizer: PackManifest.Synthesizer
  ) async throws -> [Float] {
    try await produce("speak \(text)")
  }

  func master(recording path: String) async throws -> [Float] {
    try await produce("record \(path)")
  }

  func master(signal: [Float]) async throws -> [Float] {
    try await produce("tones \(signal.count)")
  }

  func level(_ sounds: [String: [Float]]) async throws -> [String: [Int16]] {
    try note("level")
    return sounds.mapValues { $0.map { Int16($0 * 100) } }
  }

  func write(_ samples: [Int16], as file: String) async throws -> [UInt8] {
    try note("write \(file)")
    return samples.map { UInt8($0) }
  }
}

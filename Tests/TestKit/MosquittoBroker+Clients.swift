import FoundationEssentials
import Interop

extension MosquittoBroker {
  /// Publishes one message at QoS 1 with `mosquitto_pub`, and waits until the broker has it.
  ///
  /// - Parameters:
  ///   - payload: What it carries.
  ///   - topic: Where to.
  ///   - isRetained: Whether the broker is to keep it.
  /// - Throws: ``MosquittoError`` if the program fails.
  public func publish(
    _ payload: String, to topic: String, isRetained: Bool = false
  ) async throws {
    let child = try ChildProcess(
      "/usr/bin/mosquitto_pub",
      ["-V", "5", "-h", "127.0.0.1", "-p", "\(port)", "-q", "1", "-t", topic, "-m", payload]
        + (isRetained ? ["-r"] : []))
    let ending = await child.wait()
    guard ending == .exited(0) else {
      throw MosquittoError("mosquitto_pub ended with \(ending) for \(topic)")
    }
  }

  /// Publishes many messages at QoS 1 over one connection, and waits until the broker has them.
  ///
  /// - Parameters:
  ///   - payloads: What they carry, each without a line end.
  ///   - topic: Where to.
  /// - Throws: ``MosquittoError`` if the program fails.
  public func publish(_ payloads: [String], to topic: String) async throws {
    let path = "\(folder)/payloads-\(UUID().uuidString)"
    try payloads.map { $0 + "\n" }.joined().write(toFile: path, atomically: false, encoding: .utf8)
    let child = try ChildProcess(
      "/bin/sh",
      ["-c", "exec mosquitto_pub -V 5 -h 127.0.0.1 -p $0 -q 1 -t \"$1\" -l < \"$2\""]
        + ["\(port)", topic, path])
    let ending = await child.wait()
    guard ending == .exited(0) else {
      throw MosquittoError("mosquitto_pub ended with \(ending) for \(topic)")
    }
  }
}

extension MosquittoBroker {
  /// Publishes a request with `mosquitto_rr`, with a response topic of its own, and waits for one answer.
  ///
  /// - Parameters:
  ///   - payload: What it carries.
  ///   - topic: Where to.
  ///   - correlationData: What the answer must carry along; no spaces.
  /// - Returns: The first answer.
  /// - Throws: ``MosquittoError`` if none comes within half a minute.
  public func ask(
    _ payload: String, on topic: String, correlationData: String
  ) async throws -> MosquittoAnswer {
    let child = try ChildProcess(
      "/usr/bin/mosquitto_rr",
      [
        "-V", "5", "-h", "127.0.0.1", "-p", "\(port)", "-q", "1", "-t", topic, "-m", payload,
        "-e", "answers/\(UUID().uuidString)", "-D", "publish", "correlation-data",
        correlationData, "-F", MosquittoAnswer.format, "-W", "30",
      ], output: .pipe)
    async let output = child.output?.readToEnd()
    let line = String(decoding: await output ?? [], as: UTF8.self).split(separator: "\n").first
    let ending = await child.wait()
    guard ending == .exited(0), let answer = line.flatMap({ MosquittoAnswer(line: String($0)) })
    else { throw MosquittoError("mosquitto_rr ended with \(ending) for \(topic), no answer") }
    return answer
  }
}

extension MosquittoBroker {
  /// Publishes a request at QoS 1 that names where it is to be answered.
  ///
  /// - Parameters:
  ///   - payload: What it carries.
  ///   - topic: Where to.
  ///   - responseTopic: Where the answer is to go.
  ///   - correlationData: What the answer must carry along.
  /// - Throws: ``MosquittoError`` if the program fails.
  public func publish(
    _ payload: String, to topic: String, responseTopic: String, correlationData: String
  ) async throws {
    let child = try ChildProcess(
      "/usr/bin/mosquitto_pub",
      [
        "-V", "5", "-h", "127.0.0.1", "-p", "\(port)", "-q", "1", "-t", topic, "-m", payload,
        "-D", "publish", "response-topic", responseTopic, "-D", "publish", "correlation-data",
        correlationData,
      ])
    let ending = await child.wait()
    guard ending == .exited(0) else {
      throw MosquittoError("mosquitto_pub ended with \(ending) for \(topic)")
    }
  }
}

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

extension MosquittoBroker {
  /// Subscribes at QoS 1 with `mosquitto_sub`.
  ///
  /// - Parameters:
  ///   - filters: Topic filters, one at least.
  ///   - arguments: More arguments for the program, such as `-u` and a user name.
  /// - Returns: The subscriber, once the broker has granted all filters.
  /// - Throws: ``MosquittoError`` if the program ends instead.
  public func subscribe(
    to filters: String..., arguments: [String] = []
  ) async throws -> MosquittoSubscriber {
    try await MosquittoSubscriber(port: port, filters: filters, arguments: arguments)
  }
}

import FoundationEssentials
import Interop

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

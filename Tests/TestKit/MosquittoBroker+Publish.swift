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

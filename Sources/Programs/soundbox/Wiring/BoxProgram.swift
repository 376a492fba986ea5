import Audio
import Box
import Buttons
import Interop
import GPIO
import MQTT
import ProgramKit
import Service
import Voice
import Web
import Wire

/// All parts of the box, joined.
struct BoxProgram {
  private let services: [any Service]
  private let outbox: Outbox
  private let log: Log

  /// Builds the parts, one step after the other; nothing runs yet.
  ///
  /// - Parameters:
  ///   - configuration: The box's configuration.
  ///   - log: The log.
  ///   - observe: Called at each step of each order.
  /// - Throws: ``Failure`` if a part cannot be built.
  init(_ configuration: Configuration, log: Log, observe: @escaping StepObserver) throws(Failure) {
    let base = BoxBase(configuration: configuration, log: log, observe: observe)
    let voice = try BoxVoice(configuration)
    try configuration.checkHardware()
    let storage = try BoxStorage(base, voice)
    let outgoing = BoxOutgoing(base, storage)
    let reports = BoxReports(base, voice, storage, outgoing)
    let sound = BoxSound(base, voice, storage)
    let link = try base.makeLink(sound, storage, outgoing, reports)
    let metrics = try base.makeMetrics(storage, reports)
    services =
      [
        link, sound.announcements, outgoing.outbox, reports.health,
        IdleService(output: voice.output),
      ] + base.makeButton(storage) + metrics
    outbox = outgoing.outbox
    self.log = log
    log(
      .notice, "box started",
      [
        "store": configuration.store.rawValue, "box": configuration.box.rawValue,
        "broker": configuration.broker.address, "pack": voice.pack.manifest.name,
        "audio": configuration.audio,
      ])
  }

  /// Runs until a signal comes.
  ///
  /// - Parameter signals: The signals that shut it down gracefully.
  /// - Throws: The error that stopped a service.
  func run(until signals: Signals) async throws {
    defer { Readiness.stopping() }
    try await supervise(services, until: signals)
    try outbox.writeDown()
    log(.notice, "box stopped")
  }
}

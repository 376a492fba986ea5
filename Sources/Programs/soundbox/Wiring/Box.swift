import Audio
import Bridge
import Interop
import MQTT
import Service
import Voice
import Wire

/// All parts of the box, joined.
struct Box {
  private let services: [any Service]
  private let outbox: Outbox
  private let log: Log

  /// Reads the pack, opens the journal and joins the parts; nothing runs yet.
  ///
  /// - Parameters:
  ///   - configuration: The box's configuration.
  ///   - log: Where it says what it does.
  ///   - observe: Told of each step of each order's way.
  /// - Throws: ``Failure`` if it cannot start.
  init(_ configuration: Configuration, log: Log, observe: @escaping StepObserver) throws(Failure) {
    let clock = WallClock.system
    let files = try PackFiles(
      folder: try PackFolder.find(configuration.pack, sounds: configuration.sounds))
    let pack = try files.pack()
    let speaker = PackSpeaker(
      shelf: try ClipShelf(pack, folder: files.folder), output: try configuration.output())
    let journal = try StateFolder.openJournal(configuration, clock: clock, log: log)
    let bell = LinkBell()
    let doorbell = Doorbell()
    let outbox = Outbox(
      journal: journal, topics: configuration.topics,
      backoff: Backoff(limit: configuration.reconnectLimit), log: log, wake: bell.ring,
      observe: observe)
    let inbox = Inbox(
      journal: journal, translator: configuration.translator(try files.currency()),
      doorbell: doorbell, log: log, observe: observe)
    let announcements = Announcements(
      journal: journal, pack: pack, speaker: speaker, clock: clock, doorbell: doorbell,
      outboxChanged: bell.ring, log: log, observe: observe)
    let events = BrokerEvents(
      journal: journal, inbox: inbox, outbox: outbox, topics: configuration.topics, clock: clock,
      log: log, observe: observe)
    do {
      let link = try MQTTLink(
        broker: configuration.broker, session: configuration.session, events: events,
        backoff: Backoff(limit: configuration.reconnectLimit))
      bell.attach(link)
      services = [LinkService(link: link), announcements, outbox]
    } catch {
      throw Failure(.configuration, "\(error)")
    }
    self.outbox = outbox
    self.log = log
    log(
      .notice, "box started",
      [
        "store": configuration.store.rawValue, "box": configuration.box.rawValue,
        "broker": configuration.broker.address, "pack": pack.manifest.name,
        "audio": configuration.audio,
      ])
  }

  /// Runs until a signal comes.
  ///
  /// - Parameter signals: The signals that end it in peace.
  /// - Throws: What it cannot go on after.
  func run(until signals: Signals) async throws {
    defer { Readiness.stopping() }
    try await supervise(services, until: signals)
    try outbox.writeDown()
    log(.notice, "box stopped")
  }
}

extension Configuration {
  /// Where announcements go.
  func output() throws(Failure) -> any SoundOutput {
    do { return try makeOutput(audio, leadIn: leadIn) } catch {
      throw Failure(.configuration, "\(error)")
    }
  }
}

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

  /// Reads the pack, opens the journal and joins the parts; nothing runs yet.
  ///
  /// - Parameters:
  ///   - configuration: The box's configuration.
  ///   - log: Where it says what it does.
  ///   - observe: Told of each step of each order's way.
  /// - Throws: ``Failure`` if it cannot start.
  init(_ configuration: Configuration, log: Log, observe: @escaping StepObserver) throws(Failure) {
    let clock = BoxClock.system
    let files = try PackFiles(
      folder: try PackFolder.find(configuration.pack, sounds: configuration.sounds))
    let pack = try files.pack()
    try StateFolder.make(configuration.state)
    let clipCache = try PackClips(pack, folder: files.folder, in: configuration.state)
    let output = try configuration.output()
    let texts = FreeTexts(pack, folder: files.folder)
    try configuration.checkHardware()
    let translator = configuration.translator(try files.currency())
    let journal = try StateFolder.openJournal(configuration, clock: clock, log: log)
    do {
      let status = try Status(journal)
      let speaker = PackSpeaker(
        clipCache: clipCache, texts: texts, output: output, volume: status.settings.volume)
      let scriptBuilder = ScriptBuilder(
        pack: pack, speaksTexts: { FreeTexts.isInstalled },
        repetition: configuration.policy.repetition)
      let topics = configuration.topics
      let linkHandle = LinkHandle()
      let eventQueue = EventQueue()
      let selfTests = SelfTests()
      let notices = TransientOutbox(log: log, wake: linkHandle.wake)
      let outbox = Outbox(
        journal: journal, topics: topics,
        backoff: Backoff(limit: configuration.reconnectLimit), log: log, wake: linkHandle.wake,
        observe: observe)
      let inbox = Inbox(
        journal: journal, translator: translator, eventQueue: eventQueue, status: status, log: log,
        observe: observe)
      let announcements = Announcements(
        journal: journal, policy: configuration.policy, scriptBuilder: scriptBuilder,
        speaker: speaker,
        light: configuration.makeLight(log),
        clock: clock, eventQueue: eventQueue, status: status, selfTests: selfTests,
        acknowledge: { notices.add(.acknowledgement(of: $0, topics)) },
        outboxChanged: linkHandle.wake, log: log, observe: observe)
      let introduction = Introduction(
        configuration: configuration, pack: pack.manifest, clock: clock)
      let presence = Presence(
        journal: journal, topics: topics, notices: notices, clock: clock, log: log,
        introductions: { introduction.notices })
      let health = HealthReport(
        status: status, notices: notices, topics: topics,
        interval: configuration.healthInterval, clock: clock,
        measure: { Health(presence, output.condition, journal, at: clock.now()) })
      let requests = RequestHandler(
        journal: journal, eventQueue: eventQueue, outbox: outbox, notices: notices, topics: topics,
        status: status, selfTests: selfTests, health: health,
        scriptBuilder: scriptBuilder, speaker: speaker, clock: clock, log: log)
      let events = BrokerEvents(
        inbox: inbox, requests: requests, outbox: outbox, notices: notices, presence: presence,
        health: health, topics: topics, clock: clock, log: log, observe: observe)
      let link = try MQTTLink(
        broker: configuration.broker, session: configuration.session, events: events,
        backoff: Backoff(limit: configuration.reconnectLimit))
      linkHandle.attach(link)
      let button = configuration.button.map {
        ButtonService(button: $0, eventQueue: eventQueue, log: log)
      }
      let metrics = try configuration.metrics.map {
        try MetricsServer(
          at: $0,
          BoxMetrics(
            health: health, status: status, journal: journal, presence: presence,
            journalPath: StateFolder.journalPath(configuration)),
          log: log)
      }
      services =
        [LinkService(link: link), announcements, outbox, health, IdleService(output: output)]
        + (button.map { [$0] } ?? []) + (metrics.map { [$0] } ?? [])
      self.outbox = outbox
    } catch let error as WebError {
      throw Failure(.unavailable, "metrics: \(error)")
    } catch {
      throw Failure(.configuration, "\(error)")
    }
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
  /// Makes sure that button and light are there when the box starts; later they may come and go.
  func checkHardware() throws(Failure) {
    do {
      try button?.check()
      try light?.check()
    } catch {
      throw Failure(.unavailable, "\(error)")
    }
  }

  fileprivate func makeLight(_ log: Log) -> any Light {
    light.map { LineLight(line: $0, log: log) } ?? NoLight()
  }

  /// Where announcements go.
  func output() throws(Failure) -> any SoundOutput {
    do { return try makeOutput(audio, leadIn: leadIn, trailingSilence: tail, idle: idle) } catch {
      throw Failure(.configuration, "\(error)")
    }
  }
}

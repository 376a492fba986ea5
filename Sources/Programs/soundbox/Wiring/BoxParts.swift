import Audio
import Box
import Buttons
import GPIO
import Interop
import MQTT
import ProgramKit
import Service
import Voice
import Web
import Wire

/// What all parts of the box share.
struct BoxBase {
  let configuration: Configuration
  let log: Log
  let observe: StepObserver
  let clock = BoxClock.system
  let linkHandle = LinkHandle()

  var topics: Topics { configuration.topics }
}

/// Step 1: the pack, its decoded clips, and the sound device.
struct BoxVoice {
  let files: PackFiles
  let pack: Pack
  let clips: PackClips
  let texts: FreeTexts
  let output: any SoundOutput

  init(_ configuration: Configuration) throws(Failure) {
    files = try PackFiles(
      folder: try PackFolder.find(configuration.pack, sounds: configuration.sounds))
    pack = try files.pack()
    try StateFolder.make(configuration.state)
    clips = try PackClips(pack, folder: files.folder, in: configuration.state)
    output = try configuration.makeOutput()
    texts = FreeTexts(pack, folder: files.folder)
  }
}

/// Step 2: the journal, and what reads orders into it.
struct BoxStorage {
  let journal: Journal
  let context: BoxContext
  let inbox: Inbox

  init(_ base: BoxBase, _ voice: BoxVoice) throws(Failure) {
    let translator = base.configuration.translator
    journal = try StateFolder.openJournal(base.configuration, clock: base.clock, log: base.log)
    do {
      context = try BoxContext(
        journal: journal, topics: base.topics, clock: base.clock, log: base.log,
        wakeLink: base.linkHandle.wake, observe: base.observe)
    } catch {
      throw Failure(.configuration, "\(error)")
    }
    inbox = Inbox(context, translator: translator)
  }
}

/// Step 3: the outboxes of receipts and of other messages.
struct BoxOutgoing {
  let outbox: Outbox
  let notices: TransientOutbox

  init(_ base: BoxBase, _ storage: BoxStorage) {
    notices = storage.context.transientOutbox
    outbox = Outbox(
      journal: storage.journal, topics: base.topics,
      backoff: Backoff(limit: base.configuration.reconnectLimit), log: base.log,
      wake: base.linkHandle.wake, observe: base.observe)
  }
}

/// Step 4: what the box publishes about itself.
struct BoxReports {
  let presence: Presence
  let health: HealthReport

  init(_ base: BoxBase, _ voice: BoxVoice, _ storage: BoxStorage, _ outgoing: BoxOutgoing) {
    let presence = Presence(
      journal: storage.journal, topics: base.topics, notices: outgoing.notices, clock: base.clock,
      log: base.log, description: base.configuration.description(of: voice.pack.manifest))
    self.presence = presence
    health = HealthReport(
      storage.context, interval: base.configuration.healthInterval,
      measure: {
        Health(presence, voice.output.condition, storage.journal, at: base.clock.now())
      })
  }
}

/// Step 5: the announcements.
struct BoxSound {
  let speaker: PackSpeaker
  let scriptBuilder: ScriptBuilder
  let announcements: Announcements

  init(_ base: BoxBase, _ voice: BoxVoice, _ storage: BoxStorage) {
    speaker = PackSpeaker(
      clipCache: voice.clips, texts: voice.texts, output: voice.output,
      volume: storage.context.status.settings.volume, log: base.log)
    scriptBuilder = ScriptBuilder(
      pack: voice.pack, speaksTexts: { FreeTexts.isInstalled },
      repetition: base.configuration.policy.repetition)
    announcements = Announcements(
      storage.context, policy: base.configuration.policy, scriptBuilder: scriptBuilder,
      player: speaker, light: base.configuration.makeLight(base.log))
  }
}

extension BoxBase {
  /// Step 6: the link to the broker, which brings orders and requests and takes messages away.
  func makeLink(
    _ sound: BoxSound, _ storage: BoxStorage, _ outgoing: BoxOutgoing, _ reports: BoxReports
  ) throws(Failure) -> LinkService {
    let requests = RequestHandler(
      storage.context, outbox: outgoing.outbox, health: reports.health,
      scriptBuilder: sound.scriptBuilder, player: sound.speaker)
    let events = BrokerEvents(
      inbox: storage.inbox, requests: requests, sources: [outgoing.notices, outgoing.outbox],
      presence: reports.presence, health: reports.health, topics: topics, clock: clock, log: log,
      observe: observe)
    do {
      let link = try Link(
        broker: configuration.broker, session: configuration.session, events: events,
        backoff: Backoff(limit: configuration.reconnectLimit))
      linkHandle.attach(link)
      return LinkService(link: link)
    } catch {
      throw Failure(.configuration, "\(error)")
    }
  }

  /// The endpoint of the metrics, if there is one.
  func makeMetrics(_ storage: BoxStorage, _ reports: BoxReports) throws(Failure) -> [any Service] {
    guard let address = configuration.metrics else { return [] }
    let metrics = BoxMetrics(
      health: reports.health, status: storage.context.status, journal: storage.journal,
      presence: reports.presence, journalPath: StateFolder.journalPath(configuration))
    do {
      return [try MetricsServer(at: address, metrics, log: log)]
    } catch {
      throw Failure(.unavailable, "metrics: \(error)")
    }
  }

  /// The box's button, if it has one.
  func makeButton(_ storage: BoxStorage) -> [any Service] {
    configuration.button.map {
      [ButtonService(button: $0, eventQueue: storage.context.eventQueue, log: log)]
    } ?? []
  }
}

/// Applies the idle policy to the sound device while nothing is played.
struct IdleService: Service {
  let name = "sound device"
  let output: any SoundOutput

  func run() async throws { await output.idle() }
}

extension Configuration {
  /// Checks button and light at start; later they may come and go.
  func checkHardware() throws(Failure) {
    do {
      try button?.check()
      try light?.check()
    } catch {
      throw Failure(.unavailable, "\(error)")
    }
  }

  func makeLight(_ log: Log) -> any Light {
    light.map { LineLight(line: $0, log: log) } ?? NoLight()
  }

  /// The sound device, or what replaces it.
  func makeOutput() throws(Failure) -> any SoundOutput {
    do {
      return try Audio.makeOutput(audio, leadIn: leadIn, trailingSilence: tail, idle: idle)
    } catch {
      throw Failure(.configuration, "\(error)")
    }
  }
}

extension Health {
  /// The part of a health report that the program measures.
  init(_ presence: Presence, _ sound: SoundCondition, _ journal: Journal, at moment: Timestamp) {
    let (connectionNumber, reconnects) = presence.connection
    let (state, reason): (Audio.State, String?) =
      switch sound.state {
      case .idle: (.idle, nil)
      case .playing: (.playing, nil)
      case .unavailable(let reason): (.unavailable, reason)
      }
    self.init(
      at: moment, connectionNumber: connectionNumber,
      audio: Audio(state, device: sound.device, reason: reason, xruns: sound.underruns),
      version: Release.version)
    self.reconnects = reconnects
    memory = ProcessUsage.residentMemory
    unpublished = journal.unpublishedCount
    uptime = ProcessUsage.uptime
  }
}

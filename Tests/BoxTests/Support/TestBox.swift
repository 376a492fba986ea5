import Box
import Interop
import FoundationEssentials
import Messaging
import Orders
import Service
import TestKit
import Testing
import Voice
import Wire

/// A box without broker and loudspeaker: a real journal, and what works on it.
final class TestBox: Sendable {
  static let commands = "soundbox/v1/s1/b1/command"

  let folder: String
  let topics: Topics
  let clock: TestClock
  let speaker: FakeSpeaker
  let journal: Journal
  let context: BoxContext
  let requests: RequestHandler
  let inbox: Inbox
  let outbox: Outbox
  let announcements: Announcements
  private let changes: AsyncStream<Void>

  init(
    _ folder: String, speaker: FakeSpeaker = FakeSpeaker(), clock: TestClock = TestClock(),
    policy: QueuePolicy = QueuePolicy(), rules: [OrderRule] = [], light: any Light = NoLight(),
    log: Log = Log { _ in }, observe: @escaping StepObserver = { _ in }
  ) throws {
    let store = try #require(Identifier(rawValue: "s1"))
    let name = try #require(Identifier(rawValue: "b1"))
    let everything = try #require(TopicFilter(rawValue: "#"))
    let topics = Topics(store: store, box: name)
    let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.folder = folder
    self.topics = topics
    self.clock = clock
    self.speaker = speaker
    self.changes = changes
    journal = try Journal(
      path: "\(folder)/box.db", store: store, box: name, clock: clock.boxClock,
      queueLimit: policy.limit)
    let context = try BoxContext(
      journal: journal, topics: topics, clock: clock.boxClock, log: log,
      wakeLink: { continuation.yield() }, observe: observe)
    self.context = context
    inbox = Inbox(
      context, translator: Translator(topics: topics, rules: rules, builtIn: [everything]))
    let scriptBuilder = ScriptBuilder(pack: try SmallPack.make(), repetition: policy.repetition)
    outbox = Outbox(
      journal: journal, topics: topics, log: log, wake: {}, observe: observe)
    announcements = Announcements(
      context, policy: policy, scriptBuilder: scriptBuilder, player: speaker, light: light,
      backoff: Backoff(base: .milliseconds(2), limit: .milliseconds(10)))
    let health = HealthReport(
      context,
      measure: {
        Health(
          at: clock.now, connectionNumber: 1, audio: Health.Audio(.idle, device: "fake"),
          version: "1")
      })
    requests = RequestHandler(
      context, outbox: outbox, health: health, scriptBuilder: scriptBuilder, player: speaker)
  }

  var eventQueue: EventQueue { context.eventQueue }
  var status: Status { context.status }
  var notices: TransientOutbox { context.transientOutbox }

  /// A voice command; `more` is further members, such as `"act":4`.
  static func command(_ id: String, _ say: String = "order.new", _ more: String...) -> String {
    let members = more.map { "," + $0 }.joined()
    return "{\"aps\":{\"soundCommand\":\"\(say)\"},\"id\":\"\(id)\"\(members)}"
  }

  /// Takes messages from the broker, in one batch.
  func take(_ messages: String..., topic: String = TestBox.commands) throws {
    try take(messages.map { Array($0.utf8) }, topic: topic)
  }

  func take(
    _ payloads: [[UInt8]], topic: String = TestBox.commands, isRetained: Bool = false
  ) throws {
    try inbox.take(
      payloads.map { Message(topic: topic, payload: $0, isRetained: isRetained) },
      at: clock.boxClock.moment)
  }

  /// What the broker has not been given yet; it takes all of it, and that is written down.
  func drain() throws -> [Heard] {
    var heard: [Heard] = []
    while true {
      let outgoing = outbox.next(atMost: 20)
      guard !outgoing.isEmpty else {
        try outbox.writeDown()
        return heard
      }
      heard += try outgoing.map { try Heard($0.text) }
      outbox.accept(outgoing)
    }
  }

  /// Waits for so many receipts more.
  func receipts(_ count: Int) async throws -> [Heard] {
    var heard = try drain()
    while heard.count < count {
      try await change()
      heard += try drain()
    }
    return heard
  }

  /// Waits until there is something new to publish.
  func change() async throws {
    guard await changes.first(where: { _ in true }) != nil else { throw CancellationError() }
  }

  /// Speaks while the test does something.
  func speaking<Result>(_ body: () async throws -> Result) async throws -> Result {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.announcements.run() }
      let result = try await body()
      group.cancelAll()
      while let ended = await group.nextResult() {
        if case .failure(let error) = ended, !(error is CancellationError) { throw error }
      }
      return result
    }
  }

  /// Speaks until there are so many receipts more.
  func speak(untilReceipts count: Int) async throws -> [Heard] {
    try await speaking { try await receipts(count) }
  }

  /// What a power cut would leave on the disk now, in a folder of its own.
  func powerCut(_ name: String = "cut") throws -> String {
    let cut = "\(folder)/\(name)"
    try FileManager.default.createDirectory(atPath: cut, withIntermediateDirectories: true)
    for file in ["box.db", "box.db-wal"]
    where FileManager.default.fileExists(atPath: "\(folder)/\(file)") {
      try FileManager.default.copyItem(atPath: "\(folder)/\(file)", toPath: "\(cut)/\(file)")
    }
    return cut
  }
}

/// Lends a fresh box.
func withBox<Result>(
  speaker: FakeSpeaker = FakeSpeaker(), clock: TestClock = TestClock(),
  policy: QueuePolicy = QueuePolicy(), rules: [OrderRule] = [], light: any Light = NoLight(),
  log: Log = Log { _ in },
  observe: @escaping StepObserver = { _ in },
  _ body: (TestBox) async throws -> Result
) async throws -> Result {
  try await withTemporaryFolder { folder in
    try await body(
      TestBox(
        folder, speaker: speaker, clock: clock, policy: policy, rules: rules, light: light,
        log: log,
        observe: observe))
  }
}

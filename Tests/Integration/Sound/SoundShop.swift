import Interop
import Synchronization
import Testing
import TestKit
import Wire

/// A shop whose box speaks on a sound server: what a test asks of it, and what is heard.
final class SoundShop: Sendable {
  static let topics = "soundbox/v1/s042/counter-1"

  let server: SoundServer
  let broker: MosquittoBroker
  let monitor: ReceiptSubscriber
  /// A folder of its own, where a box keeps its state from one run to the next.
  let folder: String
  private let answers: MosquittoSubscriber

  /// Lends a shop, in which nothing speaks yet.
  static func open(_ body: (SoundShop) async throws -> Void) async throws {
    try await withSoundServer(attempts: 3) { server in
      try await withBroker { broker in
        try await withTemporaryFolder { folder in
          try await body(SoundShop(server, broker, folder))
        }
      }
    }
  }

  private init(_ server: SoundServer, _ broker: MosquittoBroker, _ folder: String) async throws {
    (self.server, self.broker, self.folder) = (server, broker, folder)
    monitor = try await ReceiptSubscriber(broker)
    answers = try await broker.subscribe(to: "\(Self.topics)/response/+")
  }

  /// Starts the box, and waits until it is online.
  func start(
    _ settings: String..., queue: String = "summaryAbove: never",
    change: (inout BoxProcess.Setup) throws -> Void = { _ in }
  ) async throws -> BoxProcess {
    var setup = BoxProcess.Setup(port: broker.port, audio: server.device)
    setup.environment = server.environment
    setup.queue = queue
    setup.more = settings.joined(separator: "\n")
    try change(&setup)
    let box = try BoxProcess(in: folder, setup)
    server.count { [underruns = box.program.underruns] in underruns.value }
    try await box.logs("online")
    return box
  }

  /// Sends voice commands to the box, all at once, and waits until they are on its disk.
  func send(_ commands: VoiceCommand...) async throws {
    try await broker.publish(
      commands.map(\.json.encoded), to: "\(Self.topics)/command")
    let ids = Set(commands.map(\.id))
    try await monitor.collect { receipts in
      Set(receipts.filter { $0.kind == "delivered" }.map(\.id)).isSuperset(of: ids)
    }
  }

  /// Asks something of the box, and waits for its answer.
  @discardableResult
  func ask(_ verb: String, _ body: String = "{}") async throws -> JSONObject {
    try await broker.publish(body, to: "\(Self.topics)/request/\(verb)")
    let answer = try JSONReader.read(try await answers.next().payload).object ?? [:]
    #expect(answer["status"] == .string("ok"), "\(answer)")
    return answer["data"]?.object ?? [:]
  }

  /// Waits until the commands have been dealt with, and tells how, in the order of `ids`.
  func outcomes(_ ids: String...) async throws -> [String] {
    try await monitor.collect(untilHandled: ids)
    return ids.map { id in
      let handled = monitor.all.filter { $0.kind == "handled" && $0.id == id }
      return handled.count == 1 ? handled[0].outcome ?? "" : "\(handled)"
    }
  }

  /// What a sound command sounds like.
  func sound(of command: String, volume: Int = 100) async throws -> [Int16] {
    let key = "\(volume) \(command)"
    if let sound = Self.sounds.withLock({ $0[key] }) { return sound }
    let sound = try await Recording.announcement(
      command, pack: "zh-CN", volume: volume, in: folder)
    Self.sounds.withLock { $0[key] = sound }
    return sound
  }

  /// What was asked for already, by volume and command.
  private static let sounds = Mutex<[String: [Int16]]>([:])

  /// What each of some clips sounds like.
  func clips(_ names: [String]) async throws -> [[Int16]] {
    var clips: [[Int16]] = []
    for name in names { clips.append(try await sound(of: name)) }
    return clips
  }
}

extension VoiceCommand {
  /// A command of a test, whose id is its order as well.
  static func of(
    _ id: String, _ words: String, priority: Priority = .normal, volume: Int? = nil,
    rings: Bool = false
  ) throws -> VoiceCommand {
    var command = VoiceCommand(id: id, soundCommand: try SoundCommand(words))
    command.priority = priority
    command.volume = volume
    if rings { command.act = 4 }
    return command
  }
}

import Box
import Glibc
import Interop
import MQTT
import ProgramKit
import Wire

enum RequestCommand: Command {
  static let words = ["request"]
  static let summary = "send a request to a running box, or to all boxes of a store"
  static let usage =
    "[--config FILE | --broker URL --store STORE] [--box BOX|all] VERB [ARGUMENT]"
  static let details = """
    Publishes a request and prints each answer as one line of JSON, which includes the name of the box
    with --box all. With --config, broker, credentials, store and box are those of the file; the client
    id is different, so that a running box is not disturbed.

      acknowledge ORDER       stop repeating an order
      stop [SCOPE]            stop speaking: current (default), queue or all
      say COMMAND             speak a sound command; answered when it has been heard
      replay ID               repeat a known command
      volume [PERCENT]        read the volume, or set it, 0-100
      mute TIME               stay silent for a time such as 30m, or until 2026-11-29T20:00:00Z; or off
      receipts SEQ            republish the receipts after a sequence number
      health                  publish a health report now

    example: soundbox request --config box.yaml --box all acknowledge 7421
    Exits with 65 if a box answers with an error, and with 69 if none answers.
    """
  static let options = [
    Option("config", value: "FILE", "a box's configuration"),
    Option("broker", value: "URL", "the broker, without --config"),
    Option("store", value: "STORE", "the store, without --config"),
    Option("box", value: "BOX", "the box, or all; by default the box of the configuration"),
    Option("wait", value: "TIME", "how long to wait for answers: 10s, or 2s with --box all"),
  ]

  static func run(_ arguments: Arguments) async throws(Failure) {
    let target = try RequestTarget(arguments, environment: ProcessEnvironment.variables)
    let action = try RequestParser.action(arguments.rest, now: SystemClock.milliseconds)
    let wait = try arguments.duration("wait") ?? (target.isForAll ? .seconds(2) : .seconds(10))
    let request = Request(
      action, transaction: "\(getpid())-\(SystemClock.milliseconds)")
    let call = RequestCall(request, to: target, answerTime: wait)
    let errors = try await call.answers { Console.print($0) }
    guard errors.isEmpty else { throw Failure(.data, errors) }
  }
}

/// Where a request goes, and through which broker.
struct RequestTarget {
  let broker: Broker
  /// A separate session without subscriptions, which ends with the connection.
  let session: SessionSettings
  private let topics: Topics
  /// The box; `nil` for all boxes of the store.
  private let box: Identifier?

  /// Whether the request goes to all boxes of the store.
  var isForAll: Bool { box == nil }

  /// Reads the options.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - environment: Environment variables, which override the file.
  /// - Throws: ``Failure`` with code 64, or the faults of the configuration.
  init(_ arguments: Arguments, environment: [String: String]) throws(Failure) {
    var session: SessionSettings
    if let path = arguments["config"] {
      guard arguments["broker"] == nil, arguments["store"] == nil else {
        throw Failure(.usage, "--config names broker and store already; see --help")
      }
      let configuration = try ConfigurationReader.read(path, environment: environment)
      box = try arguments["box"].map(Self.box) ?? configuration.box
      broker = configuration.broker
      topics = configuration.topics.of(box ?? configuration.box)
      session = configuration.session
    } else {
      guard let broker = Broker(url: try arguments.required("broker")) else {
        throw Failure(.usage, "--broker must be mqtt://HOST:PORT, or mqtts://HOST:PORT for TLS")
      }
      let store = try Self.identifier(try arguments.required("store"), "store")
      let name = try arguments.required("box")
      box = try Self.box(name)
      self.broker = broker
      // The topics of a request to all boxes, and of its answers, do not depend on the box.
      topics = Topics(store: store, box: box ?? store)
      session = SessionSettings(clientID: "\(store)/\(name)")
    }
    session.clientID += "/request-\(getpid())"
    session.expiry = .zero
    session.subscriptions = []
    self.session = session
  }

  /// The address of a request with a verb.
  func address(_ verb: Request.Verb) -> RequestExchange.Address {
    RequestExchange.Address(verb, broker: broker.address, box: box, topics: topics)
  }

  private static func box(_ name: String) throws(Failure) -> Identifier? {
    name == "all" ? nil : try identifier(name, "box")
  }

  private static func identifier(_ name: String, _ option: String) throws(Failure) -> Identifier {
    guard let identifier = Identifier(rawValue: name) else {
      throw Failure(.usage, "--\(option) must be 1-64 letters, digits, '_' and '-'")
    }
    return identifier
  }
}

/// Parses a request on the command line: a verb and its argument.
enum RequestParser {
  /// The member of the request's message that holds the argument.
  private static func member(_ verb: Request.Verb) -> (key: String, isRequired: Bool)? {
    switch verb {
    case .acknowledge: ("order", true)
    case .stop: ("scope", false)
    case .say: ("soundCommand", true)
    case .replay: ("id", true)
    case .volume: ("value", false)
    case .mute: ("until", true)
    case .receipts: ("since", true)
    case .health: nil
    }
  }

  /// Parses verb and argument.
  ///
  /// - Parameters:
  ///   - words: The words of the command line; a sound command may have several.
  ///   - now: The start of a time span, in milliseconds since 1970.
  /// - Returns: The action.
  /// - Throws: ``Failure`` with code 64.
  static func action(_ words: [String], now: Int64) throws(Failure) -> Request.Action {
    guard let word = words.first else {
      throw Failure(.usage, "the verb is missing; see --help")
    }
    var message = JSONObject()
    if let verb = Request.Verb(rawValue: word) {
      let rest = words.dropFirst()
      let (key, isRequired) = member(verb) ?? ("", false)
      if isRequired, rest.isEmpty { throw Failure(.usage, "\(word): \(key) is missing") }
      if !rest.isEmpty {
        guard !key.isEmpty, rest.count == 1 || verb == .say else {
          throw Failure(.usage, "\(word) takes \(key.isEmpty ? "no" : "one") argument")
        }
        message[key] = .string(argument(rest.joined(separator: " "), verb, now))
      }
    }
    do {
      return try Request(verb: word, payload: Array(JSON.object(message).encoded.utf8)).action
    } catch {
      throw Failure(.usage, "\(error)")
    }
  }

  private static func argument(_ text: String, _ verb: Request.Verb, _ now: Int64) -> String {
    guard verb == .mute, let span = DurationText.read(text) else { return text }
    return (Timestamp(milliseconds: now) + span).description
  }
}

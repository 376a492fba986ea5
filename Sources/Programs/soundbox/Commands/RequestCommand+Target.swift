import Glibc
import MQTT
import ProgramKit
import Wire

/// Where a request goes, and by which way.
struct RequestTarget {
  let broker: MQTTBroker
  /// A session of its own, without subscriptions, that the broker forgets at once.
  let session: MQTTSession
  private let topics: Topics
  /// The box that is asked; `nil` for all of the store.
  private let box: Identifier?

  /// Whether all boxes of the store are asked.
  var isForAll: Bool { box == nil }

  /// Reads the options.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - environment: Variables that go before the configuration file.
  /// - Throws: ``Failure`` with code 64, or what is wrong with the configuration.
  init(_ arguments: Arguments, environment: [String: String]) throws(Failure) {
    var session: MQTTSession
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
      guard let broker = MQTTBroker(url: try arguments.required("broker")) else {
        throw Failure(.usage, "--broker must be mqtt://HOST:PORT, or mqtts://HOST:PORT for TLS")
      }
      let store = try Self.identifier(try arguments.required("store"), "store")
      let name = try arguments.required("box")
      box = try Self.box(name)
      self.broker = broker
      // The topics of a request to all, and of the answers to it, do not depend on the box.
      topics = Topics(store: store, box: box ?? store)
      session = MQTTSession(clientID: "\(store)/\(name)")
    }
    session.clientID += "/request-\(getpid())"
    session.expiry = .zero
    session.subscriptions = []
    self.session = session
  }

  /// The topic of a request.
  func topic(_ verb: Request.Verb) -> String {
    isForAll ? topics.storeRequest(verb.rawValue) : topics.request(verb.rawValue)
  }

  /// What to subscribe to for the answers.
  func answers(_ verb: Request.Verb) -> String {
    isForAll ? topics.responses(to: verb.rawValue) : topics.response(to: verb.rawValue)
  }

  /// The name of a box that answered, as far as the topic tells it.
  func name(_ topic: String) -> String {
    (box ?? topics.responder(topic))?.rawValue ?? topic
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

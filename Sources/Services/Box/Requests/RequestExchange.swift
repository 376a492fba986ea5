public import Wire

/// One request to a box, or to all boxes of a store, from its sender's side.
///
/// A state machine without I/O: it receives what happened on the connection, and returns what to print and
/// when to stop waiting.
public struct RequestExchange: Sendable {
  /// What happened.
  public enum Event: Sendable {
    /// A message on a topic of answers.
    case message(payload: [UInt8], topic: String)
    /// The broker has the request.
    case accepted
    /// The broker has discarded the request, as no client subscribes to its topic.
    case noSubscribers
    /// The broker has refused the request.
    case refused(reason: String)
    /// The connection failed.
    case offline(reason: String)
    /// The time for reaching the broker is up.
    case brokerTimeout
    /// The time for answers is up.
    case answerTimeout
  }

  /// What to do next.
  public enum Action: Sendable, Equatable {
    /// Wait for the next event.
    case wait
    /// Wait for answers from now on, until ``Event/answerTimeout``.
    case waitForAnswers
    /// Stop: the exchange is over.
    case stop
  }

  /// How the exchange is addressed.
  public struct Address: Sendable {
    /// The topic of the request.
    public let topic: String
    /// The topic filter of its answers.
    public let answers: String

    fileprivate let broker: String
    fileprivate let box: Identifier?
    private let topics: Topics

    /// Addresses a request.
    ///
    /// - Parameters:
    ///   - verb: The verb.
    ///   - broker: The broker's address, for error texts.
    ///   - box: The box; `nil` for all boxes of the store.
    ///   - topics: The topics of the box; those of any box serve for all boxes of a store.
    public init(_ verb: Request.Verb, broker: String, box: Identifier?, topics: Topics) {
      if box == nil {
        topic = topics.storeRequest(verb.rawValue)
        answers = topics.responses(to: verb.rawValue)
      } else {
        topic = topics.request(verb.rawValue)
        answers = topics.response(to: verb.rawValue)
      }
      self.broker = broker
      self.box = box
      self.topics = topics
    }

    /// The name of the box that answered, or else the topic.
    fileprivate func name(_ topic: String) -> String {
      (box ?? topics.responder(topic))?.rawValue ?? topic
    }
  }

  /// The time for reaching the broker, which takes the request.
  public static let brokerTime = Duration.seconds(10)

  /// The answers so far that are errors, one line each.
  public private(set) var errors: [String] = []
  /// Why the exchange failed as a whole; `nil` if it did not.
  public private(set) var failure: String?

  private let request: Request
  private let address: Address
  private let answerTime: Duration
  private var isAccepted = false
  private var count = 0

  /// Begins an exchange.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - address: Whom it is sent to.
  ///   - answerTime: How long to wait for answers, once the broker has the request.
  public init(_ request: Request, to address: Address, answerTime: Duration) {
    self.request = request
    self.address = address
    self.answerTime = answerTime
  }

  /// Records an event.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - print: Called with an answer, as a line of JSON.
  /// - Returns: What to do next.
  public mutating func record(_ event: Event, print: (String) -> Void) -> Action {
    switch event {
    case .message(let payload, let topic):
      guard Request.transaction(of: payload) == request.transaction else { return .wait }
      count += 1
      takeAnswer(payload, from: address.name(topic), print)
      return address.box == nil ? .wait : .stop
    case .accepted:
      isAccepted = true
      return .waitForAnswers
    case .noSubscribers: return fail("no box listens on \(address.topic)")
    case .refused(let reason): return fail("the broker refused \(address.topic): \(reason)")
    case .offline(let reason): return fail("broker: \(reason)")
    case .brokerTimeout:
      if isAccepted { return .wait }
      return count > 0
        ? .stop
        : fail("broker: no answer from \(address.broker) within \(Self.brokerTime)")
    case .answerTimeout:
      return count > 0 ? .stop : fail("no answer within \(answerTime)")
    }
  }

  private mutating func fail(_ reason: String) -> Action {
    failure = reason
    return .stop
  }

  private mutating func takeAnswer(_ payload: [UInt8], from box: String, _ print: (String) -> Void)
  {
    if let answer = (try? JSONReader.read(payload))?.object {
      var line: JSONObject = address.box == nil ? ["box": .string(box)] : [:]
      for member in answer.members { line[member.key] = member.value }
      print(JSON.object(line).encoded)
    }
    do throws(Refusal) {
      switch try Response(payload: payload) {
      case .ok: break
      case .error(let error): errors.append("\(box): \(error)")
      case .unknown(let status, _): errors.append("\(box): unknown status '\(status)'")
      }
    } catch {
      errors.append("\(box): unreadable answer: \(error)")
    }
  }
}

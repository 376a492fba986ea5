import Box
import Messaging
import MQTT
import ProgramKit
import Synchronization
import Wire

/// Sends one request over a connection of its own and collects the answers.
final class RequestCall: LinkEvents, PublicationSource {
  let publisher = PublisherName(rawValue: "request")
  private let target: RequestTarget
  private let address: RequestExchange.Address
  private let exchange: RequestExchange
  /// The buffer holds more answers than a store has boxes.
  private let (events, continuation) = AsyncStream<RequestExchange.Event>.makeStream(
    bufferingPolicy: .bufferingOldest(10_000))
  private let publication: Mutex<Publication?>
  private let answerTime: Duration

  /// Prepares a call.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - target: Where it goes.
  ///   - answerTime: How long to wait for answers, once the broker has the request.
  init(_ request: Request, to target: RequestTarget, answerTime: Duration) {
    self.target = target
    self.answerTime = answerTime
    address = target.address(request.verb)
    exchange = RequestExchange(request, to: address, answerTime: answerTime)
    publication = Mutex(
      Publication(
        token: PublicationToken(publisher, 1), topic: address.topic, text: request.json.encoded,
        expiry: .seconds(30)))
  }

  /// Sends the request, and waits for one answer, or for those of all boxes.
  ///
  /// - Parameter print: Called with each answer, as a line of JSON.
  /// - Returns: A line for each answer that is an error.
  /// - Throws: ``Failure`` with code 69 if the broker or the boxes cannot be reached.
  func answers(print: (String) -> Void) async throws(Failure) -> [String] {
    var session = target.session
    session.subscriptions = [address.answers]
    let link: Link
    do {
      link = try Link(broker: target.broker, session: session, events: self)
    } catch {
      throw Failure(.unavailable, "broker: \(error)")
    }
    let result = await withTaskGroup { group in
      group.addTask { await link.run() }
      group.addTask { await self.send(.brokerTimeout, after: RequestExchange.brokerTime) }
      var exchange = self.exchange
      for await event in self.events {
        let action = exchange.record(event, print: print)
        if action == .stop { break }
        if action == .waitForAnswers {
          group.addTask { await self.send(.answerTimeout, after: self.answerTime) }
        }
      }
      group.cancelAll()
      return exchange
    }
    if let failure = result.failure { throw Failure(.unavailable, failure) }
    return result.errors
  }

  private func send(_ event: RequestExchange.Event, after time: Duration) async {
    do { try await Task.sleep(for: time) } catch { return }
    continuation.yield(event)
  }

  var sources: [any PublicationSource] { [self] }

  func received(_ messages: [Message]) throws {
    for message in messages {
      continuation.yield(.message(payload: message.payload, topic: message.topic))
    }
  }

  func restart() {}

  func next(atMost count: Int) -> [Publication] {
    publication.withLock { publication in
      defer { publication = nil }
      return publication.map { [$0] } ?? []
    }
  }

  func note(_ results: [PublicationResult]) {
    for result in results {
      switch result.status {
      case .accepted: continuation.yield(.accepted)
      case .noSubscribers: continuation.yield(.noSubscribers)
      case .refused(let reason): continuation.yield(.refused(reason: reason))
      }
    }
  }

  func changed(to state: LinkState) {
    if case .offline(let error) = state { continuation.yield(.offline(reason: "\(error)")) }
  }
}

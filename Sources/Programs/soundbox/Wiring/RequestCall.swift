import MQTT
import ProgramKit
import Synchronization
import Wire

/// Publishes one request, and collects its answers.
final class RequestCall: MQTTLinkEvents {
  private enum News: Sendable {
    case message(MQTTMessage)
    case published(MQTTReason)
    case offline(MQTTError)
    case timeUp(isPublished: Bool)
  }

  /// How long the broker may take to let us in and to take the request.
  private static let patience = Duration.seconds(10)

  private let target: RequestTarget
  private let request: Request
  /// The most answers that wait to be looked at: more than a store has boxes.
  private let (news, tidings) = AsyncStream<News>.makeStream(
    bufferingPolicy: .bufferingOldest(10_000))
  private let waiting: Mutex<MQTTPublication?>

  init(_ request: Request, to target: RequestTarget) {
    self.request = request
    self.target = target
    waiting = Mutex(
      MQTTPublication(
        topic: target.topic(request.verb), payload: Array(request.json.encoded.utf8),
        expiry: .seconds(30)))
  }

  /// Asks, and waits for one answer, or for those of all boxes.
  ///
  /// - Parameters:
  ///   - wait: How long answers may take once the broker has the request.
  ///   - show: Gets each answer as a line of JSON, when it comes.
  /// - Returns: A line for each answer that is an error.
  /// - Throws: ``Failure`` with code 69 if the broker or the boxes cannot be reached.
  func answers(
    within wait: Duration, show: (String) -> Void
  ) async throws(Failure) -> [String] {
    var session = target.session
    session.subscriptions = [target.answers(request.verb)]
    let link: MQTTLink
    do {
      link = try MQTTLink(broker: target.broker, session: session, events: self)
    } catch {
      throw Failure(.unavailable, "broker: \(error)")
    }
    let result = await withTaskGroup { group in
      group.addTask { await link.run() }
      group.addTask { await self.ring(after: Self.patience, isPublished: false) }
      var gathering = Gathering(wait: wait)
      for await news in self.news {
        if case .published(.success) = news {
          group.addTask { await self.ring(after: wait, isPublished: true) }
        }
        if self.ends(news, &gathering, show) { break }
      }
      group.cancelAll()
      return gathering
    }
    if let failure = result.failure { throw failure }
    return result.errors
  }

  private struct Gathering {
    let wait: Duration
    var isPublished = false
    var count = 0
    var errors: [String] = []
    var failure: Failure?
  }

  /// Takes in one piece of news.
  ///
  /// - Returns: Whether there is nothing more to wait for.
  private func ends(_ news: News, _ gathering: inout Gathering, _ show: (String) -> Void) -> Bool {
    switch news {
    case .message(let message):
      guard Request.transaction(of: message.payload) == request.transaction else { return false }
      gathering.count += 1
      if let error = error(in: message, show) { gathering.errors.append(error) }
      return !target.isForAll
    case .published(.success):
      gathering.isPublished = true
      return false
    case .published(.noMatchingSubscribers):
      gathering.failure = Failure(
        .unavailable, "no box listens on \(target.topic(request.verb))")
      return true
    case .published(let reason):
      gathering.failure = Failure(
        .unavailable, "the broker refused \(target.topic(request.verb)): \(reason)")
      return true
    case .offline(let error):
      gathering.failure = Failure(.unavailable, "broker: \(error)")
      return true
    case .timeUp(let isPublished):
      if !isPublished, gathering.isPublished { return false }
      if gathering.count == 0 {
        let silent = isPublished ? "no answer" : "broker: no answer from \(target.broker.address)"
        let wait = isPublished ? gathering.wait : Self.patience
        gathering.failure = Failure(.unavailable, "\(silent) within \(wait)")
      }
      return true
    }
  }

  /// Shows an answer.
  ///
  /// - Returns: What is wrong, if something is.
  private func error(in message: MQTTMessage, _ show: (String) -> Void) -> String? {
    let name = target.name(message.topic)
    if let answer = (try? JSONReader.read(message.payload))?.object {
      var line: JSONObject = target.isForAll ? ["box": .string(name)] : [:]
      for member in answer.members { line[member.key] = member.value }
      show(JSON.object(line).encoded)
    }
    do throws(Refusal) {
      guard case .error(let error) = try Response(payload: message.payload) else { return nil }
      return "\(name): \(error)"
    } catch {
      return "\(name): no answer that can be read: \(error)"
    }
  }

  private func ring(after time: Duration, isPublished: Bool) async {
    do { try await Task.sleep(for: time) } catch { return }
    tidings.yield(.timeUp(isPublished: isPublished))
  }

  func connecting() throws -> MQTTPresence { MQTTPresence() }

  func received(_ messages: [MQTTMessage]) throws {
    for message in messages { tidings.yield(.message(message)) }
  }

  func acknowledged() {}

  func outbox(atMost count: Int) -> [MQTTPublication] {
    waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting.map { [$0] } ?? []
    }
  }

  func published(_ results: [MQTTPublished]) {
    for result in results { tidings.yield(.published(result.reason)) }
  }

  func changed(to state: MQTTLinkState) {
    if case .offline(let error) = state { tidings.yield(.offline(error)) }
  }
}

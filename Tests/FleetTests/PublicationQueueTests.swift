import Fleet
import Messaging
import Service
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A queue of publications` {
  private let publication = Publication(topic: "a/b", text: "text", expiry: .seconds(9))
  private let signal = AsyncSignal()

  private func queue(capacity: Int = 10) -> PublicationQueue {
    PublicationQueue(capacity: capacity) { [signal] in signal.notify() }
  }

  @Test func `gives each publication out once, and returns what the broker said`() async throws {
    let queue = queue()
    async let confirmation = queue.publish(publication, timeout: .seconds(60))
    await signal.wait()
    let published = try #require(queue.next(atMost: 9).first)
    #expect(published.topic == "a/b" && published.payload == Array("text".utf8))
    #expect(queue.next(atMost: 9).isEmpty)
    queue.note([PublicationResult(try #require(published.token), .noSubscribers)])
    #expect(await confirmation == .noSubscribers)
  }

  @Test func `gives out no more than the link has room for, in order`() async throws {
    let queue = queue()
    let callers = await (0..<3).asyncMap { number in
      let caller = Task {
        await queue.publish(
          Publication(topic: "\(number)", text: "", expiry: .seconds(9)), timeout: .seconds(60))
      }
      await signal.wait()
      return caller
    }
    #expect(queue.next(atMost: 2).map(\.topic) == ["0", "1"])
    #expect(queue.next(atMost: 2).map(\.topic) == ["2"])
    for caller in callers { caller.cancel() }
  }

  @Test func `tells the caller when the connection ends before the acknowledgement`() async throws {
    let queue = queue()
    async let confirmation = queue.publish(publication, timeout: .seconds(60))
    await signal.wait()
    _ = try #require(queue.next(atMost: 1).first)
    queue.restart()
    #expect(await confirmation == .unconfirmed(reason: "connection lost"))
  }

  @Test func `keeps for the next connection what it has not given out`() async throws {
    let queue = queue()
    async let confirmation = queue.publish(publication, timeout: .seconds(60))
    await signal.wait()
    queue.restart()
    let published = try #require(queue.next(atMost: 1).first)
    queue.note([PublicationResult(try #require(published.token), .accepted)])
    #expect(await confirmation == .accepted)
  }

  @Test func `gives up after a time`() async {
    let confirmation = await queue().publish(publication, timeout: .milliseconds(1))
    #expect(confirmation == .unconfirmed(reason: "the broker did not acknowledge it"))
  }

  @Test func `drops what nobody waits for, and refuses what it has no room for`() async {
    let queue = queue(capacity: 1)
    let caller = Task { await queue.publish(publication, timeout: .seconds(60)) }
    await signal.wait()
    let refused = await queue.publish(publication, timeout: .seconds(60))
    #expect(refused == .unconfirmed(reason: "too many messages are waiting for the broker"))
    caller.cancel()
    #expect(await caller.value == .unconfirmed(reason: "cancelled"))
    #expect(queue.next(atMost: 9).isEmpty)
  }
}

extension Sequence {
  /// Maps the elements one after the other.
  fileprivate func asyncMap<Result>(
    _ transform: (Element) async throws -> Result
  ) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}

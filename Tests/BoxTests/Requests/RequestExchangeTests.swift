import Box
import Testing
import Wire

@Suite struct `An exchange of a request` {
  private func exchange(
    box name: String?, _ verb: Request.Verb = .health
  ) throws -> (exchange: RequestExchange, topics: Topics) {
    let store = try #require(Identifier(rawValue: "s042"))
    let box = try name.map { try #require(Identifier(rawValue: $0)) }
    let topics = Topics(store: store, box: box ?? store)
    return (
      RequestExchange(
        Request(.health, transaction: "t1"),
        to: .init(verb, broker: "127.0.0.1:1883", box: box, topics: topics),
        answerTime: .seconds(2)), topics
    )
  }

  private func answer(_ box: String, _ text: String) -> RequestExchange.Event {
    .message(payload: Array(text.utf8), topic: "soundbox/v1/s042/\(box)/response/health")
  }

  @Test func `ends with the answer of the box`() throws {
    var (exchange, _) = try exchange(box: "counter-1")
    var lines: [String] = []
    #expect(exchange.record(.accepted) { lines.append($0) } == .waitForAnswers)
    let other = answer("counter-1", #"{"status":"ok","transaction":"t0","data":{}}"#)
    #expect(exchange.record(other) { lines.append($0) } == .wait)
    let own = answer("counter-1", #"{"status":"ok","transaction":"t1","data":{"volume":60}}"#)
    #expect(exchange.record(own) { lines.append($0) } == .stop)
    #expect(lines == [#"{"status":"ok","transaction":"t1","data":{"volume":60}}"#])
    #expect(exchange.errors == [] && exchange.failure == nil)
  }

  @Test func `collects the answers of all boxes until the time is up, each with its box`() throws {
    var (exchange, _) = try exchange(box: nil)
    var lines: [String] = []
    #expect(exchange.record(.accepted) { lines.append($0) } == .waitForAnswers)
    for event in [
      answer("counter-1", #"{"status":"ok","transaction":"t1","data":{}}"#),
      answer("counter-2", #"{"status":"error","transaction":"t1","error":"busy"}"#),
      answer("counter-3", #"{"status":"maybe","transaction":"t1"}"#),
      answer("counter-4", #"{"status":7,"transaction":"t1"}"#),
    ] { #expect(exchange.record(event) { lines.append($0) } == .wait) }
    #expect(exchange.record(.brokerTimeout) { lines.append($0) } == .wait)
    #expect(exchange.record(.answerTimeout) { lines.append($0) } == .stop)
    #expect(lines.count == 4)
    #expect(lines.first == #"{"box":"counter-1","status":"ok","transaction":"t1","data":{}}"#)
    #expect(exchange.errors.first == "counter-2: busy")
    #expect(exchange.errors.dropFirst().first == "counter-3: unknown status 'maybe'")
    #expect(exchange.errors.last?.hasPrefix("counter-4: unreadable answer: ") == true)
    #expect(exchange.failure == nil)
  }

  @Test(
    arguments: [
      ([.noSubscribers], "no box listens on soundbox/v1/s042/counter-1/request/health"),
      (
        [.refused(reason: "notAuthorized")],
        "the broker refused soundbox/v1/s042/counter-1/request/health: notAuthorized"
      ),
      ([.offline(reason: "cannot connect")], "broker: cannot connect"),
      ([.brokerTimeout], "broker: no answer from 127.0.0.1:1883 within 10.0 seconds"),
      ([.accepted, .answerTimeout], "no answer within 2.0 seconds"),
    ] as [([RequestExchange.Event], String)])
  func `says why nobody answered`(events: [RequestExchange.Event], failure: String) throws {
    var (exchange, _) = try exchange(box: "counter-1")
    var last = RequestExchange.Action.wait
    for event in events { last = exchange.record(event) { _ in Issue.record("nothing to print") } }
    #expect(last == .stop)
    #expect(exchange.failure == failure)
  }

  @Test func `addresses one box or all boxes of its store`() throws {
    let (_, topics) = try exchange(box: "counter-1")
    let box = try #require(Identifier(rawValue: "counter-1"))
    let one = RequestExchange.Address(.say, broker: "b", box: box, topics: topics)
    #expect(one.topic == "soundbox/v1/s042/counter-1/request/say")
    #expect(one.answers == "soundbox/v1/s042/counter-1/response/say")
    let all = RequestExchange.Address(.say, broker: "b", box: nil, topics: topics)
    #expect(all.topic == "soundbox/v1/s042/all/request/say")
    #expect(all.answers == "soundbox/v1/s042/+/response/say")
  }
}

import Testing
import Wire

@Suite struct `Topics of a box` {
  @Test(arguments: [
    ("shop/orders/+", "shop/orders/7", true), ("shop/orders/+", "shop/orders", false),
    ("shop/orders/+", "shop/orders/7/x", false), ("shop/#", "shop", true),
    ("shop/#", "shop/a/b", true),
    ("#", "a/b", true), ("#", "$SYS/x", false), ("+/x", "$SYS/x", false),
    ("$SYS/#", "$SYS/x", true),
    ("/sub/topic/money/+", "/sub/topic/money/867", true), ("a/+/c", "a//c", true),
    ("a", "a/", false),
    ("+", "/a", false), ("+/+", "/a", true),
    // A mark that combines with the slash is part of the next level.
    ("shop/+", "shop/\u{301}a", true), ("shop/+", "shop/a/\u{301}", false),
    ("é", "e\u{301}", false), ("+/x", "$\u{301}/x", false),
  ])
  func `match filters as MQTT says`(filter: String, topic: String, fits: Bool) throws {
    #expect(try #require(TopicFilter(rawValue: filter)).matches(topic) == fits)
  }

  @Test(arguments: ["", "a+", "a/#/b", "a#", "+a/b", "a\0b", "a/+\u{301}", "#\u{301}"])
  func `refuse filters that MQTT forbids`(filter: String) {
    #expect(TopicFilter(rawValue: filter) == nil)
  }

  @Test(arguments: ["counter-1", "A_b", "0", String(repeating: "a", count: 64)])
  func `take names`(name: String) { #expect(Identifier(rawValue: name) != nil) }

  @Test(arguments: ["", "all", "a/b", "+", "#", "a b", "é", String(repeating: "a", count: 65)])
  func `refuse other names`(name: String) { #expect(Identifier(rawValue: name) == nil) }

  @Test func `are templates`() throws {
    let store = try #require(Identifier(rawValue: "s042"))
    let box = try #require(Identifier(rawValue: "counter-1"))
    let topics = Topics(store: store, box: box, templates: [.handled: "x/{box}/done"])
    #expect(topics[.command] == "soundbox/v1/s042/counter-1/command")
    #expect(topics[.storeCommand] == "soundbox/v1/s042/all/command")
    #expect(topics[.delivered] == "soundbox/v1/s042/counter-1/receipt/delivered")
    #expect(topics[.handled] == "x/counter-1/done")
    #expect(topics.carriesCommands("soundbox/v1/s042/all/command"))
    #expect(!topics.carriesCommands("shop/orders/7"))
  }

  private func topics(_ templates: [Topics.Purpose: String] = [:]) throws -> Topics {
    Topics(
      store: try #require(Identifier(rawValue: "s042")),
      box: try #require(Identifier(rawValue: "counter-1")), templates: templates)
  }

  @Test func `have a level for the verb`() throws {
    let topics = try topics()
    #expect(topics[.info] == "soundbox/v1/s042/counter-1/info")
    #expect(topics[.health] == "soundbox/v1/s042/counter-1/health")
    #expect(topics.filter(.health) == topics[.health])
    #expect(topics.filter(.request) == "soundbox/v1/s042/counter-1/request/+")
    #expect(topics.filter(.storeRequest) == "soundbox/v1/s042/all/request/+")
    #expect(topics.request("stop") == "soundbox/v1/s042/counter-1/request/stop")
    #expect(topics.storeRequest("stop") == "soundbox/v1/s042/all/request/stop")
    #expect(topics.response(to: "stop") == "soundbox/v1/s042/counter-1/response/stop")
    #expect(topics.responses(to: "stop") == "soundbox/v1/s042/+/response/stop")
  }

  @Test(
    arguments: [
      ("soundbox/v1/s042/counter-1/request/stop", "stop", false),
      ("soundbox/v1/s042/all/request/stop", "stop", true),
      ("soundbox/v1/s042/all/request/dance", "dance", true),
      ("soundbox/v1/s042/counter-2/request/stop", nil, false),
      ("soundbox/v1/s042/counter-1/request", nil, false),
      ("soundbox/v1/s042/counter-1/request/stop/now", nil, false),
      ("soundbox/v1/s042/counter-1/response/stop", nil, false),
      ("soundbox/v1/s042/counter-1/command", nil, false),
      ("soundbox/v1/s042/all/command", nil, true), ("", nil, false),
    ] as [(String, String?, Bool)])
  func `tell requests and whom they are for`(topic: String, verb: String?, isForStore: Bool) throws
  {
    #expect(try topics().verb(of: topic) == verb)
    #expect(try topics().isForStore(topic) == isForStore)
  }

  @Test(
    arguments: [
      ("soundbox/v1/s042/counter-2/response/stop", "counter-2"), ("soundbox/v1/s042/x", nil),
      ("soundbox/v1/s042/all/response/stop", nil), ("", nil),
    ] as [(String, String?)])
  func `tell who answered`(topic: String, box: String?) throws {
    #expect(try topics().responder(topic)?.rawValue == box)
  }

  @Test func `take the verb from where the template has it`() throws {
    let topics = try topics([
      .request: "ask/{verb}/of/{box}", .storeRequest: "ask/{verb}/of/{box}",
      .response: "tell/{verb}/by-{box}/{store}",
    ])
    #expect(topics.request("say") == "ask/say/of/counter-1")
    #expect(topics.verb(of: "ask/say/of/counter-1") == "say")
    #expect(!topics.isForStore("ask/say/of/counter-1"))
    #expect(topics.response(to: "say") == "tell/say/by-counter-1/s042")
    #expect(topics.responses(to: "say") == "tell/say/+/s042")
    #expect(topics.responder("tell/say/by-counter-2/s042")?.rawValue == "counter-2")
    #expect(topics.responder("tell/say/counter-2/s042") == nil)
    let other = topics.of(try #require(Identifier(rawValue: "counter-2")))
    #expect(other.request("say") == "ask/say/of/counter-2")
  }

  @Test(
    arguments: [
      (.request, "a/{verb}", true), (.request, "{verb}", true), (.request, "a/x{verb}", false),
      (.request, "a", false), (.response, "{verb}/{verb}", false), (.storeRequest, "a/b/c", false),
      (.state, "a", true),
    ] as [(Topics.Purpose, String, Bool)])
  func `need one level for the verb`(purpose: Topics.Purpose, template: String, isTaken: Bool) {
    #expect(purpose.takes(template) == isTaken)
  }
}

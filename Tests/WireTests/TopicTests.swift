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
  ])
  func `match filters as MQTT says`(filter: String, topic: String, fits: Bool) throws {
    #expect(try #require(TopicFilter(rawValue: filter)).matches(topic) == fits)
  }

  @Test(arguments: ["", "a+", "a/#/b", "a#", "+a/b", "a\0b"])
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
}

import Messaging
import Testing
import Wire

@testable import Simulator

@Suite struct `A virtual box answers requests` {
  @Test func `for volume and mute, and tells its health then`() throws {
    var bench = try Bench()
    #expect(bench.ask("volume", #"{"value":35}"#)?.json["data"]?.object?["volume"]?.text == "35")
    #expect(bench.seen.last { $0.topic.hasSuffix("/health") }?["volume"] == "35")
    #expect(bench.ask("mute", #"{"until":"2020-01-01T00:00:00Z"}"#)?["status"] == "error")
    let until = Bench.start + .seconds(60)
    #expect(bench.ask("mute", #"{"until":"\#(until)"}"#)?["status"] == "ok")
    bench.command("a")
    bench.pass(.seconds(61))
    bench.command("b")
    bench.pass(.seconds(3))
    #expect(bench.story == ["1 a delivered", "2 a muted 9", "3 b delivered", "4 b played 0"])
  }

  @Test(arguments: [("current", ["a"]), ("queue", ["b"]), ("all", ["a", "b"])])
  func `to stop`(scope: String, stopped: [String]) throws {
    var bench = try Bench()
    bench.command("a")
    bench.command("b")
    #expect(bench.ask("stop", #"{"scope":"\#(scope)"}"#)?["status"] == "ok")
    bench.pass(.seconds(10))
    let outcomes = bench.receipts.filter { $0.receipt.outcome == .stopped }.map(\.receipt.id)
    #expect(outcomes == stopped)
  }

  @Test func `to say something, once it has been heard`() throws {
    var bench = try Bench()
    #expect(bench.ask("say", #"{"soundCommand":"system.test","transaction":"t"}"#) == nil)
    bench.pass(.seconds(3))
    let answer = bench.seen.last { $0.topic.hasSuffix("/response/say") }
    #expect(answer?["transaction"] == "t")
    #expect(answer?.json["data"]?.object?["outcome"] == "played")
    #expect(bench.receipts.isEmpty)
  }

  @Test func `to replay content it knows`() throws {
    var bench = try Bench()
    #expect(bench.ask("replay", #"{"id":"a"}"#)?["status"] == "error")
    bench.command("a")
    bench.pass(.seconds(3))
    #expect(bench.ask("replay", #"{"id":"a"}"#)?["status"] == "ok")
    bench.pass(.seconds(3))
    #expect(bench.story.suffix(2) == ["3 a#2 delivered", "4 a#2 played 0"])
    #expect(bench.receipts.last?.receipt.reason == "replay by request")
    #expect(bench.receipts.map(\.receipt.isReplayed) == [false, false, true, true])
  }

  @Test func `to replay, which unsettles nothing`() throws {
    var bench = try Bench()
    bench.command("a")
    bench.pass(.seconds(3))
    _ = bench.ask("mute", #"{"until":"\#(Bench.start + .seconds(3600))"}"#)
    #expect(bench.ask("replay", #"{"id":"a"}"#)?["status"] == "ok")
    #expect(bench.story.suffix(2) == ["3 a#2 delivered", "4 a#2 muted 9"])
    #expect(bench.receipts.last?.receipt.hasHandled == true)
    bench.command("a")
    #expect(bench.story.suffix(2) == ["1 a delivered again", "2 a played 0 again"])
    _ = bench.ask("mute")
    _ = bench.ask("say", #"{"soundCommand":"system.test"}"#)
    _ = bench.ask("replay", #"{"id":"a"}"#)
    bench.command("a", with: #","hasHandled":1"#)
    bench.pass(.seconds(6))
    #expect(bench.story.last == "6 a#3 played 0")
  }

  @Test func `to say something while it is muted, with an error`() throws {
    var bench = try Bench()
    _ = bench.ask("mute", #"{"until":"\#(Bench.start + .seconds(60))"}"#)
    let answer = bench.ask("say", #"{"soundCommand":"system.test"}"#)
    #expect(answer?["error"]?.hasPrefix("muted") == true)
  }

  @Test func `for receipts, which say the same again`() throws {
    var bench = try Bench()
    bench.command("a")
    bench.pass(.seconds(3))
    bench.box.outbox.restart()
    _ = bench.box.connecting(at: bench.now)
    bench.command("b")
    let first = bench.receipts
    bench.pass(.seconds(1))
    let answer = bench.ask("receipts", #"{"since":1}"#)
    #expect(answer?.json["data"]?.object?["count"]?.text == "2")
    #expect(Array(bench.receipts.dropFirst(3)) == Array(first.dropFirst()))
  }

  @Test func `where the caller waits, and never where requests come`() throws {
    var bench = try Bench()
    for (command, topic) in [
      ("phones/7", "phones/7"),
      ("soundbox/v1/s1/box-1/request/health", "soundbox/v1/s1/box-1/response/health"),
    ] {
      bench.box.take(
        Message(
          topic: "soundbox/v1/s1/box-1/request/health", payload: [], responseTopic: command,
          correlationData: [7]), at: bench.now)
      let answer = bench.box.next(atMost: 20).last { $0.correlationData == [7] }
      #expect(answer?.topic == topic)
    }
  }

  @Test func `that it does not know, with an error`() throws {
    var bench = try Bench()
    #expect(bench.ask("dance")?["status"] == "error")
    #expect(bench.ask("volume", #"{"value":300}"#)?["status"] == "error")
  }
}

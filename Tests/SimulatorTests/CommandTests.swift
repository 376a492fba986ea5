import Testing
import Wire

@testable import Simulator

@Suite struct `A virtual box takes commands` {
  @Test func `and handles them one after the other, as long as speaking takes`() throws {
    var bench = try Bench()
    bench.command("a")
    bench.command("b")
    #expect(bench.story == ["1 a delivered", "2 b delivered"])
    bench.pass(.milliseconds(2999))
    #expect(bench.story.count == 2)
    bench.pass(.seconds(4))
    #expect(bench.story.dropFirst(2) == ["3 a played 0", "4 b played 0"])
    let times = bench.receipts[3].receipt.times
    #expect(times.received == Bench.start)
    #expect(times.started == Bench.start + .seconds(3))
    #expect(times.finished == Bench.start + .seconds(6))
  }

  @Test func `and speaks the urgent ones first`() throws {
    var bench = try Bench()
    for (id, priority) in [("a", "low"), ("b", "low"), ("c", "normal"), ("d", "high")] {
      bench.command(id, with: #","priority":"\#(priority)""#)
    }
    bench.pass(.seconds(12))
    let handled = bench.receipts.filter { $0.receipt.kind == .handled }.map(\.receipt.id)
    #expect(handled == ["a", "d", "c", "b"])
  }

  @Test func `of its store as well, and no retained ones`() throws {
    var bench = try Bench()
    bench.command("a", to: "s1/all/command")
    bench.command("b", isRetained: true)
    bench.command("c", to: "s1/box-2/command")
    bench.command("d", to: "s2/all/command")
    #expect(bench.story == ["1 a delivered"])
  }

  @Test func `and repeats the receipts, not the voice, for a copy`() throws {
    var bench = try Bench()
    bench.command("a")
    bench.pass(.seconds(3))
    bench.command("a")
    bench.pass(.seconds(30))
    #expect(
      bench.story == [
        "1 a delivered", "2 a played 0", "1 a delivered again", "2 a played 0 again",
      ])
  }

  @Test func `and keeps equal ids of different sources apart`() throws {
    var bench = try Bench()
    bench.command("727", with: ",\"source\":\"sepay\"")
    bench.command("727", with: ",\"source\":\"woo\"", saying: "queue.call number:2")
    bench.command("727", with: ",\"source\":\"\"", saying: "queue.call number:3")
    bench.command("727", saying: "queue.call number:4")
    bench.send(#"{"id":"727","source":"woo","aps":{}}"#, to: "s1/box-1/command")
    bench.pass(.seconds(9))
    #expect(
      bench.receipts.map { "\($0.receipt.source ?? "-") \($0.receipt.outcome?.name ?? "")" } == [
        "sepay ", "woo ", "- ", "- rejected", "woo rejected", "sepay played", "woo played",
        "- played",
      ])
    let replay = bench.ask("replay", #"{"id":"727"}"#)
    #expect(replay?["status"] == "ok")
    bench.pass(.seconds(3))
    let last = try #require(bench.receipts.last?.receipt)
    #expect(last.isReplayed && last.source == nil, "what was accepted last under this id")
    let health = bench.ask("health")
    let data = try Health(payload: Array((health?.json["data"] ?? .null).encoded.utf8))
    #expect(data.accepted == 3 && data.ignored == [])
  }

  @Test func `and refuses another content under the same id, as the first one stands`() throws {
    var bench = try Bench()
    bench.command("a")
    bench.command("a", saying: "queue.call number:2")
    #expect(bench.story == ["1 a delivered", "2 a#2 rejected 7"])
    bench.pass(.seconds(3))
    #expect(bench.story.last == "3 a played 0")
  }

  @Test func `and counts the attempts after a failure`() throws {
    var bench = try Bench()
    bench.command("a", with: #","expiresAt":"2026-01-01T00:00:00Z""#)
    bench.command("a")
    bench.pass(.seconds(3))
    #expect(
      bench.story == ["1 a delivered", "2 a expired 5", "3 a#2 delivered", "4 a#2 played 0"])
  }

  @Test func `that another channel has spoken, without speaking`() throws {
    var bench = try Bench()
    bench.command("a", with: #","hasHandled":1"#)
    bench.command("b")
    bench.command("c")
    bench.command("c", with: #","hasHandled":1"#)
    bench.pass(.seconds(30))
    #expect(
      bench.story == [
        "1 a delivered", "2 a duplicate 1", "3 b delivered", "4 c delivered", "5 c duplicate 1",
        "6 b played 0",
      ])
  }

  @Test func `that another channel has spoken too late, and goes on ringing`() throws {
    var bench = try Bench()
    bench.command("a", with: #","act":4"#)
    bench.pass(.milliseconds(3500))
    bench.command("a", with: #","act":4,"hasHandled":1"#)
    #expect(bench.story == ["1 a delivered", "1 a delivered again"])
    bench.pass(.seconds(90))
    #expect(bench.story.last == "2 a played 0")
  }

  @Test func `and does not take another act for the same command`() throws {
    var bench = try Bench()
    bench.command("a", with: #","act":1"#)
    bench.command("a", with: #","act":2"#)
    #expect(bench.story == ["1 a delivered", "2 a#2 rejected 7"])
  }

  @Test func `as long as there is room, and those that are spoken already always`() throws {
    var bench = try Bench()
    for number in 0...VirtualBox.queueLimit { bench.command("order-\(number)") }
    bench.command("one-more")
    #expect(bench.story.last == "1002 one-more rejected 8")
    bench.command("spoken", with: #","hasHandled":1"#)
    #expect(bench.story.suffix(2) == ["1003 spoken delivered", "1004 spoken duplicate 1"])
  }

  @Test func `that are broken, and says content is wrong`() throws {
    var bench = try Bench()
    bench.send(#"{"id":"a"}"#, to: "s1/box-1/command")
    bench.send("{", to: "s1/box-1/command")
    let receipts = bench.receipts
    #expect(receipts.map(\.receipt.outcome) == [.rejectedMalformed, .rejectedMalformed])
    #expect(receipts[0].receipt.reason?.contains("aps.soundCommand") == true)
    #expect(receipts[1].receipt.id.hasPrefix("sha256:"))
  }

  @Test func `and rings until somebody acknowledges the order`() throws {
    var bench = try Bench()
    bench.command("a", with: #","act":4,"order":"7""#)
    bench.pass(.seconds(9))
    #expect(bench.story == ["1 a delivered"])
    #expect(bench.ask("acknowledge", #"{"order":"8"}"#)?["status"] == "error")
    let answer = bench.ask("acknowledge", #"{"order":"7","transaction":"t"}"#, of: "all")
    #expect(answer?["transaction"] == "t")
    #expect(bench.story.last == "2 a stopped 0")
    #expect(bench.receipts.last?.receipt.rounds == 2)
    bench.pass(.seconds(60))
    #expect(bench.story.count == 2)
  }

  @Test func `and gives up ringing after twenty rounds`() throws {
    var bench = try Bench()
    bench.command("a", with: #","act":4"#)
    bench.pass(.seconds(90))
    #expect(bench.receipts.last?.receipt.outcome == .played)
    #expect(bench.receipts.last?.receipt.rounds == 20)
    #expect(bench.receipts.last?.receipt.times.started == Bench.start)
  }

  @Test func `and keeps the last ten thousand receipts, without a gap`() throws {
    var bench = try Bench(speaking: 1)
    for number in 1...6000 {
      bench.command("order-\(number)")
      bench.pass(.milliseconds(1))
    }
    #expect(bench.ask("receipts", #"{"since":0}"#)?.json["data"]?.object?["count"] != nil)
    let again = bench.receipts.dropFirst(12_000).map(\.seq)
    #expect(again.count >= 10_000 && again.count < 11_000)
    let isWhole = again.elementsEqual((12_000 - Int64(again.count) + 1)...12_000)
    #expect(isWhole)
  }
}

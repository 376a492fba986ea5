import Testing
import Wire

@testable import Simulator

@Suite struct `Faults of virtual boxes` {
  @Test(
    arguments: [
      ("", [:]), ("lost=1%", [.lost: .part(1000)]),
      ("slow=20,clock=0.05%", [.slow: .count(20), .clock: .part(50)]),
    ] as [(String, [Faults.Kind: Faults.Share])])
  func `are read`(text: String, shares: [Faults.Kind: Faults.Share]) {
    #expect(Faults(text) == Faults(shares))
  }

  @Test(arguments: ["lost", "late=1%", "lost=-1", "lost=101%", "lost=1%,lost=2%", "slow=1.2345%"])
  func `are refused`(text: String) { #expect(Faults(text) == nil) }

  @Test func `fall on as many boxes as asked for, on others with another seed`() throws {
    let faults = try #require(Faults("lost=1%,silent=3,duplicated=100%"))
    let chosen = faults.choose(among: 1000, seed: 7)
    #expect(chosen.count { $0.contains(.lost) } == 10)
    #expect(chosen.count { $0.contains(.silent) } == 3)
    #expect(chosen.allSatisfy { $0.contains(.duplicated) })
    #expect(faults.choose(among: 1000, seed: 7) == chosen)
    #expect(faults.choose(among: 1000, seed: 8) != chosen)
  }

  @Test func `make a box silent`() throws {
    var bench = try Bench([.silent])
    bench.command("a")
    bench.pass(.seconds(600))
    #expect(bench.story == ["1 a delivered"])
  }

  @Test func `make a box publish receipts twice, with one number`() throws {
    var bench = try Bench([.duplicated])
    bench.command("a")
    bench.pass(.seconds(3))
    #expect(bench.story == ["1 a delivered", "1 a delivered", "2 a played 0", "2 a played 0"])
    #expect(bench.box.counts.receipts == 2)
    #expect(bench.box.counts.repeated == 2)
    #expect(bench.box.counts.sent == 4)
  }

  @Test func `make a clock go wrong, and the box knows it`() throws {
    var bench = try Bench([.clock])
    bench.command("a", with: #","expiresAt":"\#(Bench.start + .seconds(60))""#)
    bench.pass(.seconds(3))
    let handled = try #require(bench.receipts.last)
    #expect(handled.receipt.outcome == .played)
    #expect(!handled.clockIsSynced)
    #expect(handled.at == Bench.start + .seconds(3 - 365 * 86_400))
    #expect(bench.ask("health")?.json["data"]?.object?["clock"] == "unsynced")
  }
}

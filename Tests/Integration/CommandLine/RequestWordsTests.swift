import ProgramKit
import Testing
import Wire

@testable import soundbox

@Suite struct `The words of a request` {
  private static let now: Int64 = 1_795_953_600_000

  @Test(
    arguments: [
      ("acknowledge 7421", .acknowledge(order: "7421")), ("stop", .stop(.current)),
      ("stop queue", .stop(.queue)), ("replay 7421-created", .replay(id: "7421-created")),
      ("volume", .volume(nil)), ("volume 60", .volume(60)), ("mute off", .mute(.off)),
      ("mute 30m", .mute(.until(Timestamp(milliseconds: now + 1_800_000)))),
      ("mute 2026-11-29T20:30:00+08:00", .mute(.until(Timestamp(milliseconds: now + 1_800_000)))),
      ("receipts 812", .receipts(since: 812)), ("health", .health),
    ] as [(String, Request.Action)])
  func `become an action`(line: String, action: Request.Action) throws {
    #expect(try RequestParser.action(words(line), now: Self.now) == action)
  }

  @Test func `may be many in a sound command`() throws {
    let action = try RequestParser.action(words("say order.new number:128"), now: Self.now)
    #expect(action == .say(try SoundCommand("order.new number:128")))
  }

  @Test(arguments: [
    ("", "the verb is missing; see --help"), ("acknowledge", "acknowledge: order is missing"),
    ("mute", "mute: until is missing"), ("health now", "health takes no argument"),
    ("volume 60 70", "volume takes one argument"), ("volume 101", "value: 101 is not in 0-100"),
    ("stop now", "scope: current, queue or all is wanted"),
    (
      "say Hello",
      "soundCommand: word 1, 'Hello': neither a name (lower-case letters, digits, . - _) nor kind:value"
    ),
    (
      "mute 30",
      "until: a moment like 2026-11-29T12:00:00Z is wanted (RFC 3339), or off"
    ),
    (
      "dance",
      "verb: 'dance' is unknown; there are acknowledge, stop, say, replay, volume, mute, receipts, health"
    ),
  ])
  func `are refused with the field and the fault`(line: String, fault: String) {
    #expect {
      try RequestParser.action(words(line), now: Self.now)
    } throws: { error in
      (error as? Failure)?.lines == [fault] && (error as? Failure)?.code == .usage
    }
  }

  private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
}

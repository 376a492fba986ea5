import Testing
import Wire

@Suite struct `Moments` {
  @Test(arguments: [
    ("2026-11-29T12:00:00Z", 1_795_953_600_000), ("2026-11-29T20:00:00+08:00", 1_795_953_600_000),
    ("2026-11-29T07:00:00-05:00", 1_795_953_600_000),
    ("2026-11-29t12:00:00.4129z", 1_795_953_600_412),
    ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.999Z", -1),
    ("2000-02-29T00:00:00Z", 951_782_400_000),
    ("2026-11-29 12:00:00Z", 1_795_953_600_000),
    ("2016-12-31T23:59:60Z", 1_483_228_800_000), ("2100-03-01T00:00:00Z", 4_107_542_400_000),
  ])
  func `is read as RFC 3339 writes it`(text: String, milliseconds: Int64) {
    #expect(Timestamp(text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "2026-02-30T12:00:00Z", "2100-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-11-29T24:00:00Z",
    "2026-11-29T12:00:00", "2026-11-29T12:00:00Zjunk",
    "2026-11-29T12:00:00.Z",
    "2026-11-29T12:00:00+0800", "26-11-29T12:00:00Z", "1795953600", "", "2026-11-29T12:00:00+24:00",
  ])
  func `refuses everything else`(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test func `is written so that it reads back to the same millisecond`() {
    var milliseconds: Int64 = -86_400_000 * 400
    while milliseconds < 86_400_000 * 60_000 {
      let timestamp = Timestamp(milliseconds: milliseconds)
      #expect(Timestamp(timestamp.description) == timestamp)
      milliseconds += 86_400_000 * 17 + 12_345_678
    }
  }

  @Test func `moves by durations`() {
    #expect(Timestamp(milliseconds: 500) + .seconds(2) == Timestamp(milliseconds: 2500))
    #expect(Timestamp(milliseconds: 500) + .milliseconds(-700) == Timestamp(milliseconds: -200))
  }
}

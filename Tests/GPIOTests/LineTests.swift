import Testing

@testable import GPIO

@Suite struct `A line` {
  private let chip = FakeChip()

  private func line() -> Line {
    Line(LineAddress(chip: "gpiochip0", line: "17", isActiveLow: false), source: chip)
  }

  @Test func `is requested at the first need, and once`() throws {
    let line = line()
    #expect(chip.requests == 0)
    try line.set(true)
    try line.set(false)
    try line.set(true)
    #expect(chip.requests == 1)
    #expect(chip.levels == [true, false, true])
  }

  @Test func `is off and free in the end`() throws {
    try line().set(true)
    #expect(chip.levels == [true, false])
    #expect(!chip.isRequested)
  }

  @Test func `is left alone in the end if nobody set it`() throws {
    try line().check()
    #expect(chip.levels == [])
    #expect(!chip.isRequested)
  }

  @Test func `is requested again after it has vanished`() throws {
    let line = line()
    try line.set(true)
    chip.plug(false)
    #expect(throws: FakeChip.missing) { try line.set(false) }
    #expect(throws: FakeChip.missing) { try line.set(true) }
    #expect(throws: FakeChip.missing) { try line.check() }
    chip.plug(true)
    try line.set(true)
    #expect(chip.requests == 2)
  }

  @Test func `is requested again after it was away for a while unseen`() throws {
    let line = line()
    try line.set(true)
    chip.plug(false)
    chip.plug(true)
    try line.set(false)
    #expect(chip.levels == [true, false])
    #expect(chip.requests == 2)
  }

  @Test func `is checked while it is held without a second request`() throws {
    let line = line()
    try line.set(true)
    try line.check()
    #expect(chip.requests == 1)
  }

  @Test(arguments: ["gpiochip987", "no-such-label", "/dev/null", "/no/such/chip"])
  func `needs a chip`(chip: String) {
    let error = #expect(throws: LineError.self) { try Line(chip: chip, line: "0").check() }
    #expect(error?.step == "open the GPIO chip \(chip)")
    #expect(error?.hint == "gpiodetect lists the chips and their labels")
  }
}

import Glibc
import GPIO
import Testing

/// The kernel's own simulated chips, where it has them and lets us make one.
@Suite(.serialized, .enabled(if: unsafe access(SimulatedChip.root, W_OK) == 0))
struct `A line of a simulated chip` {
  private let chip: SimulatedChip

  init() throws { chip = try SimulatedChip() }

  @Test(arguments: ["1", "lamp"]) func `is switched`(name: String) throws {
    do {
      let line = Line(chip: chip.label, line: name)
      try line.check()
      try line.set(true)
      #expect(try chip.isHigh(1))
      try line.set(false)
      #expect(try !chip.isHigh(1))
      try line.set(true)
    }
    #expect(try !chip.isHigh(1))
  }

  @Test func `is on at the low level`() throws {
    let line = Line(chip: chip.label, line: "2", isActiveLow: true)
    try line.set(false)
    #expect(try chip.isHigh(2))
    try line.set(true)
    #expect(try !chip.isHigh(2))
  }

  @Test func `is one that the chip has`() {
    for name in ["4", "buzzer"] {
      let error = #expect(throws: LineError.self) { try Line(chip: chip.label, line: name).check() }
      #expect(error?.step == "find line \(name) of \(chip.label)")
    }
  }

  @Test func `belongs to one alone`() throws {
    let first = Line(chip: chip.label, line: "0")
    try first.set(true)
    let error = #expect(throws: LineError.self) { try Line(chip: chip.label, line: "0").check() }
    #expect(error?.hint == "stop the program that uses it, or choose another line")
    try first.set(false)
  }

  @Test func `comes back with its chip`() throws {
    let line = Line(chip: chip.label, line: "3")
    try line.set(true)
    try chip.plug(false)
    #expect(throws: LineError.self) { try line.set(true) }
    try chip.plug(true)
    try line.set(true)
    #expect(try chip.isHigh(3))
  }
}

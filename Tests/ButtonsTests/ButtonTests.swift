@testable import Buttons
import Interop
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A button` {
  private let device: FakeDevice
  private let key: Key
  private let button: Button

  init() throws {
    device = try FakeDevice()
    key = try #require(Key("KEY_ENTER"))
    button = Button(device: "/dev/input/fake", key: key, backoff: hasty, source: device)
  }

  private func event(_ value: Int32) -> KeyEvent { KeyEvent(code: key.code, value: value) }

  @Test func `tells each press once, and no other key's`() async throws {
    let other = KeyEvent(code: key.code + 1, value: 1)
    await Observed.watching(button) { seen in
      #expect(await seen.next() == .watching)
      device.send([other, event(1), event(2), event(2), event(0), other, event(1), event(0)])
      #expect(await seen.next() == .pressed)
      #expect(await seen.next() == .pressed)
      device.plug(false)
      #expect(await seen.next() == .gone("it is not there"))
    }
  }

  @Test func `tells once that the device has gone, and when it is back`() async throws {
    await Observed.watching(button) { seen in
      for _ in 0..<3 {
        #expect(await seen.next() == .watching)
        device.send([event(1)])
        #expect(await seen.next() == .pressed)
        device.plug(false)
        #expect(await seen.next() == .gone("it is not there"))
        device.send([event(1)])
        device.plug(true)
      }
      #expect(await seen.next() == .watching)
    }
    #expect(device.opened == 4)
  }

  @Test func `waits for a device that comes later`() async throws {
    device.plug(false)
    await Observed.watching(button) { seen in
      #expect(await seen.next() == .gone("it is not there"))
      device.plug(true)
      #expect(await seen.next() == .watching)
    }
  }

  @Test func `ends while it waits for another try`() async throws {
    device.plug(false)
    let patient = Button(
      device: "/dev/input/fake", key: key,
      backoff: Backoff(base: .seconds(3600), limit: .seconds(3600)), source: device)
    await Observed.watching(patient) { seen in
      #expect(await seen.next() == .gone("it is not there"))
    }
  }

  @Test func `ends at once when it is cancelled before`() async {
    let button = button
    let watch = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      await button.watch { _ in
      } pressed: {
      }
    }
    await watch.value
  }

  @Test func `is checked by opening it`() throws {
    try button.check()
    #expect(device.opened == 1)
    device.plug(false)
    #expect(throws: FakeDevice.missing) { try button.check() }
  }
}

@Suite struct `A key` {
  @Test(
    arguments: [
      ("KEY_ENTER", 28, "KEY_ENTER"), ("BTN_0", 256, "BTN_0"), ("28", 28, "KEY_ENTER"),
      ("766", 766, "766"),
    ] as [(String, UInt16, String)])
  func `has a name or a code`(text: String, code: UInt16, name: String) throws {
    let key = try #require(Key(text))
    #expect(key.code == code)
    #expect(key.name == name)
  }

  @Test(arguments: ["", "ENTER", "key_enter", "REL_X", "0", "-1", "767", "99999999999", "KEY_MAX"])
  func `is refused if there is none such`(text: String) { #expect(Key(text) == nil) }
}

import Glibc
import Interop
import TestKit
import Testing

import Buttons

/// Real files and, where the kernel lets us make them, real input devices.
@Suite(.timeLimit(.minutes(1))) struct `An input device` {
  private static let canMakeDevices = unsafe access("/dev/uinput", W_OK) == 0

  @Test func `is missing`() throws {
    let button = Button(device: "/dev/input/by-id/none", key: try #require(Key("KEY_A")))
    let error = #expect(throws: ButtonError.self) { try button.check() }
    #expect(
      error?.description == """
        cannot watch KEY_A of /dev/input/by-id/none: No such file or directory; \
        plug it in, or choose one from /dev/input/by-id
        """)
  }

  @Test(arguments: ["/dev/null", "/proc/self/status"])
  func `is something else`(path: String) throws {
    let button = Button(device: path, key: try #require(Key("KEY_A")))
    let error = #expect(throws: ButtonError.self) { try button.check() }
    #expect(error?.reason == "it is not an input device")
  }

  @Test func `is a pipe that nobody writes into`() async throws {
    try await withTemporaryFolder { folder in
      let path = "\(folder)/pipe"
      #expect(unsafe mkfifo(path, 0o600) == 0)
      let button = Button(device: path, key: try #require(Key("KEY_A")))
      let error = #expect(throws: ButtonError.self) { try button.check() }
      #expect(error?.reason == "it is not an input device")
    }
  }

  @Test(.enabled(if: canMakeDevices)) func `lacks the key`() throws {
    let keyboard = try VirtualKeyboard(key: try #require(Key("KEY_ENTER")))
    let button = Button(device: keyboard.path, key: try #require(Key("KEY_A")))
    let error = #expect(throws: ButtonError.self) { try button.check() }
    #expect(error?.reason == "“soundbox test” has no such key")
  }

  @Test(.enabled(if: canMakeDevices)) func `is pressed, pulled out and plugged in`() async throws {
    try await withTemporaryFolder { folder in
      let path = "\(folder)/button"
      let key = try #require(Key("KEY_ENTER"))
      try await Observed.watching(Button(device: path, key: key, backoff: hasty)) { seen in
        #expect(await seen.next() == .gone("No such file or directory"))
        for _ in 0..<2 {
          var keyboard: VirtualKeyboard? = try VirtualKeyboard(key: key)
          #expect(unsafe symlink(keyboard?.path ?? "", path) == 0)
          #expect(await seen.next() == .watching)
          try keyboard?.send([1, 2, 2, 0, 1, 0])
          #expect(await seen.next() == .pressed)
          #expect(await seen.next() == .pressed)
          unsafe unlink(path)
          keyboard = nil
          #expect(await seen.next() == .gone("No such device"))
        }
      }
    }
  }

  /// More events than the kernel keeps for a reader: it drops them, and the state must be right again.
  @Test(.enabled(if: canMakeDevices)) func `goes on after a flood of events`() async throws {
    let key = try #require(Key("KEY_ENTER"))
    let keyboard = try VirtualKeyboard(key: key)
    await Observed.watching(Button(device: keyboard.path, key: key, backoff: hasty)) { seen in
      #expect(await seen.next() == .watching)
      #expect(throws: Never.self) { try keyboard.send([1] + Array(repeating: 2, count: 5000)) }
      #expect(await seen.next() == .pressed)
      #expect(throws: Never.self) { try keyboard.send([0, 1]) }
      #expect(await seen.next() == .pressed)
    }
  }
}

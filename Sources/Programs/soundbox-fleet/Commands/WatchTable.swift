import Glibc
import Interop
import Service
import Synchronization
import Wire

/// Draws a table on a terminal, again and again in its place.
final class WatchTable: WatchOutput {
  let wantsNewest = true

  private let screen: Screen
  private let file = FileDescriptor.standard(1)
  private let resizes = Signals([SIGWINCH])
  private let picture: Mutex<WatchPicture>
  private let isTaken = Mutex(false)

  /// Takes the screen with the first event.
  ///
  /// - Parameters:
  ///   - screen: The terminal.
  ///   - url: Where the monitor is.
  init(_ screen: Screen, url: String) {
    self.screen = screen
    picture = Mutex(WatchPicture(url: url))
  }

  func take(_ event: WatchEvent) throws(SystemError) {
    picture.withLock { $0.take(event) }
    // Steps come many at a time, and counters after them.
    if case .step = event { return }
    try draw()
  }

  func watchSize() async {
    while !Task.isCancelled {
      await resizes.first()
      if !Task.isCancelled, isTaken.withLock({ $0 }) { try? draw() }
    }
  }

  func end() {
    guard isTaken.withLock({ $0 }) else { return }
    try? file.write(Array(Screen.giveBack.utf8))
  }

  private func draw() throws(SystemError) {
    let isFirst = isTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
    let size = screen.size
    // Under the lock, so that no two drawings mix.
    let result = picture.withLock { picture -> Result<Void, SystemError> in
      let lines = picture.lines(
        width: size.width, height: size.height, isColoured: screen.isColoured, now: .now)
      let text = (isFirst ? Screen.take : "") + Screen.drawing(lines)
      do throws(SystemError) {
        return .success(try file.write(Array(text.utf8)))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }
}

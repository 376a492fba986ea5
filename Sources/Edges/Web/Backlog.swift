/// Bytes on their way out, in the pieces they came in.
///
/// Pieces are not copied: what many clients are sent is held once.
struct Backlog {
  private var pieces: [[UInt8]] = []
  /// How much of the first piece has been taken.
  private var taken = 0
  /// How many bytes wait.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ piece: [UInt8]) {
    guard !piece.isEmpty else { return }
    pieces.append(piece)
    count += piece.count
  }

  /// Moves as much as there is, and as `buffer` takes.
  ///
  /// - Returns: How many bytes were moved.
  mutating func move(to buffer: UnsafeMutableRawBufferPointer) -> Int {
    var moved = 0
    var done = 0
    while done < pieces.count, moved < buffer.count {
      let part = pieces[done][taken...].prefix(buffer.count - moved)
      unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[moved...]).copyBytes(from: part)
      moved += part.count
      taken += part.count
      if taken == pieces[done].count {
        done += 1
        taken = 0
      }
    }
    pieces.removeFirst(done)
    count -= moved
    return moved
  }
}

import Dispatch
public import Interop

extension FileDescriptor {
  /// The lines that arrive, without their ends, as they arrive.
  ///
  /// One thread of its own reads until the stream ends, so that a child never blocks on a full pipe.
  public func lines() -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream<String>.makeStream(bufferingPolicy: .unbounded)
    DispatchQueue(label: "lines").async { [self] in
      var rest: [UInt8] = []
      while let bytes = try? read(), !bytes.isEmpty {
        rest += bytes
        let pieces = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for line in pieces.dropLast() { continuation.yield(String(decoding: line, as: UTF8.self)) }
        rest = Array(pieces.last ?? [])
      }
      if !rest.isEmpty { continuation.yield(String(decoding: rest, as: UTF8.self)) }
      continuation.finish()
    }
    return stream
  }
}

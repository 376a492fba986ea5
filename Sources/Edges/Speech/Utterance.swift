import CSpeech

/// What one call of the synthesizer has said so far.
final class Utterance {
  /// The samples of one channel.
  private(set) var samples: [Int16] = []
  /// How many of them make a second.
  private(set) var rate: Int
  /// Whether there was more to say than there may be.
  private(set) var isTooLong = false
  private let seconds: Int

  init(rate: Int, seconds: Int) {
    self.rate = rate
    self.seconds = seconds
  }

  /// Takes a further piece.
  ///
  /// - Returns: Whether to go on.
  private func add(_ piece: UnsafeBufferPointer<Int16>) -> Bool {
    unsafe samples.append(contentsOf: piece)
    isTooLong = samples.count > seconds * rate
    return !isTooLong
  }

  /// The callback of `espeak_SetSynthCallback`, on the thread that asked for speech.
  ///
  /// Each event carries the utterance that it belongs to, the last one of the list too.
  ///
  /// - Returns: 0 to go on, 1 to end.
  static func take(
    _ samples: UnsafeMutablePointer<Int16>?, _ count: Int32,
    _ events: UnsafeMutablePointer<espeak_EVENT>?
  ) -> Int32 {
    guard var event = unsafe events, let context = unsafe event.pointee.user_data else { return 0 }
    let utterance = unsafe Unmanaged<Utterance>.fromOpaque(context).takeUnretainedValue()
    while unsafe event.pointee.type != espeakEVENT_LIST_TERMINATED {
      if unsafe event.pointee.type == espeakEVENT_SAMPLERATE {
        utterance.rate = unsafe Int(event.pointee.id.number)
      }
      unsafe event += 1
    }
    guard let samples = unsafe samples, count > 0 else { return 0 }
    return unsafe utterance.add(UnsafeBufferPointer(start: samples, count: Int(count))) ? 0 : 1
  }
}

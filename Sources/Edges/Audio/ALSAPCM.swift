import CALSA
import Dispatch
import Glibc
import Interop

/// A device of ALSA, opened for playing canonical samples without blocking.
final class ALSAPCM: PCM {
  let period: Int
  private let buffer: Int
  private let handle: Owned

  /// Opens the device by its own name; if it takes no mono or no 48 kHz, through ALSA's converter.
  ///
  /// - Parameter device: A name such as `default` or `hw:0`.
  /// - Returns: The device, prepared for the first write.
  /// - Throws: ``AudioError``, transient unless the device cannot be used at all.
  static func open(_ device: String) throws(AudioError) -> any PCM {
    _ = silence
    do throws(ALSAError) {
      do throws(ALSAError) {
        return try ALSAPCM(opening: device)
      } catch  where error.step == .configure {
        return try ALSAPCM(
          opening: device.contains("'") ? "plug:\"\(device)\"" : "plug:'\(device)'")
      }
    } catch {
      throw error.audioError(device)
    }
  }

  private init(opening name: String) throws(ALSAError) {
    var opened: OpaquePointer?
    try unsafe ALSAError.check(
      snd_pcm_open(&opened, name, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK), .open)
    guard let opened = unsafe opened else { throw ALSAError(code: -ENODEV, step: .open) }
    let handle = unsafe Owned(opened, free: Self.close)
    let (period, buffer) = try unsafe ALSASetup.configure(handle.pointer)
    try unsafe ALSAError.check(snd_pcm_prepare(handle.pointer), .open)
    self.handle = handle
    self.period = period
    self.buffer = buffer
  }

  func prepare() throws(PCMFault) {
    try unsafe check(Int(snd_pcm_prepare(handle.pointer)))
  }

  func write(_ samples: ArraySlice<Int16>) throws(PCMFault) -> Int {
    let count = unsafe samples.withUnsafeBufferPointer {
      unsafe snd_pcm_writei(handle.pointer, $0.baseAddress, snd_pcm_uframes_t($0.count))
    }
    return count == -Int(EAGAIN) ? 0 : try check(count)
  }

  func start() throws(PCMFault) {
    try unsafe check(Int(snd_pcm_start(handle.pointer)))
  }

  func wait(milliseconds: Int) throws(PCMFault) {
    let result = unsafe snd_pcm_wait(handle.pointer, Int32(milliseconds))
    if result != -EINTR && result != -EAGAIN { try check(Int(result)) }
  }

  func delay() throws(PCMFault) -> Int {
    var frames = 0
    try unsafe check(Int(snd_pcm_delay(handle.pointer, &frames)))
    return frames
  }

  func queued() throws(PCMFault) -> Int {
    max(0, buffer - (try check(unsafe snd_pcm_avail(handle.pointer))))
  }

  func unplayed() -> Int? {
    var status: OpaquePointer?
    guard unsafe snd_pcm_status_malloc(&status) == 0, let status = unsafe status else { return nil }
    defer { unsafe snd_pcm_status_free(status) }
    guard unsafe snd_pcm_status(handle.pointer, status) == 0 else { return nil }
    return unsafe max(0, buffer - Int(snd_pcm_status_get_avail(status)))
  }

  func resume() throws(PCMFault) -> Bool {
    let result = unsafe snd_pcm_resume(handle.pointer)
    guard result != -EAGAIN else { return false }
    try check(Int(result))
    return true
  }

  func drop() { unsafe _ = snd_pcm_drop(handle.pointer) }

  @discardableResult private func check(_ result: Int) throws(PCMFault) -> Int {
    switch Int32(truncatingIfNeeded: result) {
    case -EPIPE: throw .underrun
    case -ESTRPIPE: throw .suspended
    case let code where code < 0: throw unsafe .failed(String(cString: snd_strerror(code)))
    default: return result
    }
  }

  /// Closes a device on a queue of its own, as a sound server that hangs would hold us up for ever.
  ///
  /// It waits for up to a second: until it is closed, many a device cannot be opened again.
  private static func close(_ handle: OpaquePointer) {
    let address = Int(bitPattern: handle)
    let isClosed = DispatchSemaphore(value: 0)
    DispatchQueue(label: "close sound device").async {
      if let handle = unsafe OpaquePointer(bitPattern: address) { unsafe _ = snd_pcm_close(handle) }
      isClosed.signal()
    }
    _ = isClosed.wait(timeout: .now() + 1)
  }

  /// Done once; the library's messages come back to us as codes.
  private static let silence: Void = soundbox_silence_alsa()
}

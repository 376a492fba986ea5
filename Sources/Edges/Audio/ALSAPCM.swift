import CALSA
import Dispatch
import Glibc
import Interop

/// An ALSA device, opened for non-blocking playback of canonical samples.
final class ALSAPCM: PCM {
  let period: Int
  private let buffer: Int
  private let handle: Owned

  /// Opens the device directly or, if it does not support mono at 48 kHz, through ALSA's converter.
  ///
  /// - Parameter device: A name such as `default` or `hw:0`.
  /// - Returns: The device, prepared for the first write.
  /// - Throws: ``AudioError``, transient unless the device is unusable.
  static func open(_ device: String) throws(AudioError) -> any PCM {
    _ = silenceLibrary
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

  /// Closes a device on a queue of its own, because a hanging sound server would block us forever.
  ///
  /// Waits up to a second: many devices cannot be opened again before they are closed.
  private static func close(_ handle: OpaquePointer) {
    let address = Int(bitPattern: handle)
    let isClosed = DispatchSemaphore(value: 0)
    DispatchQueue(label: "close sound device").async {
      if let handle = unsafe OpaquePointer(bitPattern: address) { unsafe _ = snd_pcm_close(handle) }
      isClosed.signal()
    }
    _ = isClosed.wait(timeout: .now() + 1)
  }

  /// Done once: the library must not print messages, since we read its codes.
  private static let silenceLibrary: Void = soundbox_silence_alsa()
}

/// Configures a device.
enum ALSASetup {
  /// A fifth of a second in ten periods, enough to bridge the delays of a busy small computer.
  private static let preferred = (period: UInt(960), buffer: UInt(9_600))

  /// Sets canonical samples and an explicit start.
  ///
  /// - Parameter pcm: The newly opened device.
  /// - Returns: The period and buffer that the device chose, in frames.
  /// - Throws: `ALSAError` if the device does not support this.
  static func configure(
    _ pcm: OpaquePointer
  ) throws(ALSAError) -> (period: Int, buffer: Int) {
    let (period, buffer) = try unsafe hardware(pcm)
    try unsafe software(pcm, period)
    return (Int(period), Int(buffer))
  }

  private static func hardware(
    _ pcm: OpaquePointer
  ) throws(ALSAError) -> (period: snd_pcm_uframes_t, buffer: snd_pcm_uframes_t) {
    var allocated: OpaquePointer?
    try unsafe check(snd_pcm_hw_params_malloc(&allocated))
    let parameters = unsafe allocated
    defer { unsafe snd_pcm_hw_params_free(parameters) }
    var period = snd_pcm_uframes_t(preferred.period)
    var buffer = snd_pcm_uframes_t(preferred.buffer)
    try unsafe check(snd_pcm_hw_params_any(pcm, parameters))
    try unsafe check(snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED))
    try unsafe check(snd_pcm_hw_params_set_format(pcm, parameters, SND_PCM_FORMAT_S16_LE))
    try unsafe check(snd_pcm_hw_params_set_channels(pcm, parameters, 1))
    try unsafe check(snd_pcm_hw_params_set_rate(pcm, parameters, UInt32(Sample.rate), 0))
    try unsafe check(snd_pcm_hw_params_set_period_size_near(pcm, parameters, &period, nil))
    try unsafe check(snd_pcm_hw_params_set_buffer_size_near(pcm, parameters, &buffer))
    try unsafe check(snd_pcm_hw_params(pcm, parameters))
    try unsafe check(snd_pcm_hw_params_get_period_size(parameters, &period, nil))
    try unsafe check(snd_pcm_hw_params_get_buffer_size(parameters, &buffer))
    return (period, buffer)
  }

  private static func software(
    _ pcm: OpaquePointer, _ period: snd_pcm_uframes_t
  ) throws(ALSAError) {
    var allocated: OpaquePointer?
    try unsafe check(snd_pcm_sw_params_malloc(&allocated))
    let parameters = unsafe allocated
    defer { unsafe snd_pcm_sw_params_free(parameters) }
    var boundary: snd_pcm_uframes_t = 0
    try unsafe check(snd_pcm_sw_params_current(pcm, parameters))
    try unsafe check(snd_pcm_sw_params_get_boundary(parameters, &boundary))
    try unsafe check(snd_pcm_sw_params_set_start_threshold(pcm, parameters, boundary))
    try unsafe check(snd_pcm_sw_params_set_avail_min(pcm, parameters, period))
    try unsafe check(snd_pcm_sw_params(pcm, parameters))
  }

  private static func check(_ code: Int32) throws(ALSAError) {
    try ALSAError.check(code, .configure)
  }
}

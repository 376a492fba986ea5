import CALSA

/// How we want a device to work.
enum ALSASetup {
  /// A fifth of a second in ten periods, which lasts over any pause of a busy small computer.
  private static let wished = (period: UInt(960), buffer: UInt(9_600))

  /// Asks for canonical samples, and for a start when told and not before.
  ///
  /// - Parameter pcm: The device, just opened.
  /// - Returns: The period and the buffer that the device chose, in frames.
  /// - Throws: `ALSAError` if the device cannot work so.
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
    let wishes = unsafe allocated
    defer { unsafe snd_pcm_hw_params_free(wishes) }
    var period = snd_pcm_uframes_t(wished.period)
    var buffer = snd_pcm_uframes_t(wished.buffer)
    try unsafe check(snd_pcm_hw_params_any(pcm, wishes))
    try unsafe check(snd_pcm_hw_params_set_access(pcm, wishes, SND_PCM_ACCESS_RW_INTERLEAVED))
    try unsafe check(snd_pcm_hw_params_set_format(pcm, wishes, SND_PCM_FORMAT_S16_LE))
    try unsafe check(snd_pcm_hw_params_set_channels(pcm, wishes, 1))
    try unsafe check(snd_pcm_hw_params_set_rate(pcm, wishes, UInt32(Sample.rate), 0))
    try unsafe check(snd_pcm_hw_params_set_period_size_near(pcm, wishes, &period, nil))
    try unsafe check(snd_pcm_hw_params_set_buffer_size_near(pcm, wishes, &buffer))
    try unsafe check(snd_pcm_hw_params(pcm, wishes))
    try unsafe check(snd_pcm_hw_params_get_period_size(wishes, &period, nil))
    try unsafe check(snd_pcm_hw_params_get_buffer_size(wishes, &buffer))
    return (period, buffer)
  }

  private static func software(
    _ pcm: OpaquePointer, _ period: snd_pcm_uframes_t
  ) throws(ALSAError) {
    var allocated: OpaquePointer?
    try unsafe check(snd_pcm_sw_params_malloc(&allocated))
    let wishes = unsafe allocated
    defer { unsafe snd_pcm_sw_params_free(wishes) }
    var boundary: snd_pcm_uframes_t = 0
    try unsafe check(snd_pcm_sw_params_current(pcm, wishes))
    try unsafe check(snd_pcm_sw_params_get_boundary(wishes, &boundary))
    try unsafe check(snd_pcm_sw_params_set_start_threshold(pcm, wishes, boundary))
    try unsafe check(snd_pcm_sw_params_set_avail_min(pcm, wishes, period))
    try unsafe check(snd_pcm_sw_params(pcm, wishes))
  }

  private static func check(_ code: Int32) throws(ALSAError) {
    try ALSAError.check(code, .configure)
  }
}

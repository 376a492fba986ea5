import CEvdev

/// The input devices of Linux, read through libevdev.
struct EvdevSource: KeySource {
  private static let silenced: Void = soundbox_silence_evdev()

  func open(_ device: String, for key: Key) throws(ButtonError) -> any KeyEvents {
    _ = Self.silenced
    return try EvdevEvents(device, key)
  }
}

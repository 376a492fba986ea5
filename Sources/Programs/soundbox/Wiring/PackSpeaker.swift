import Audio
import Bridge
import Voice

/// Speaks scripts with the clips of a pack on a sound output.
struct PackSpeaker: Announcing {
  let shelf: ClipShelf
  let output: any SoundOutput

  func prepare() async throws { try await output.check() }

  func announce(_ script: Script, volume: Int?) async throws {
    let controls = Controls(gain: volume.map { Gain(percent: $0) } ?? .full)
    _ = try await output.play(shelf.sound(of: script), promptly: false, under: controls)
  }
}

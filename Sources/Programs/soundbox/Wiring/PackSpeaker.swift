import Audio
import Bridge
import Voice

/// Speaks scripts with the clips of a pack on a sound output.
struct PackSpeaker: Announcing {
  let shelf: ClipShelf
  let output: any SoundOutput

  func prepare() async throws { try await output.check() }

  func announce(_ script: Script, volume: Int?) async throws {
    try await output.play(shelf.samples(of: script, volume: volume))
  }
}

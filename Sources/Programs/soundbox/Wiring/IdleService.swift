import Audio
import Service

/// Applies the idle policy to the sound device while nothing is played.
struct IdleService: Service {
  let name = "sound device"
  let output: any SoundOutput

  func run() async throws { await output.idle() }
}

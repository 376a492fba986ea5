import Audio
import Box
import Interop
import ProgramKit
import Wire

extension Health {
  /// What the program knows of the box's health.
  init(_ presence: Presence, _ sound: SoundCondition, _ journal: Journal, at moment: Timestamp) {
    let (session, reconnects) = presence.connection
    let (state, reason): (Audio.State, String?) =
      switch sound.state {
      case .idle: (.idle, nil)
      case .playing: (.playing, nil)
      case .unavailable(let reason): (.unavailable, reason)
      }
    self.init(
      at: moment, session: session,
      audio: Audio(state, device: sound.device, reason: reason, xruns: sound.underruns),
      version: Release.version)
    self.reconnects = reconnects
    memory = ProcessUsage.residentMemory
    unpublished = journal.unpublishedCount
    uptime = ProcessUsage.uptime
  }
}

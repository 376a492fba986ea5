import Audio
import Box
import Synchronization
import Voice

/// Plays announcements with the clips of a pack on a sound output.
final class PackSpeaker: Announcing {
  /// The box's volume, and the announcement that is being played.
  private struct State {
    var box: Gain
    var playing: (controls: Controls, gain: Gain)?
  }

  private let clipCache: ClipCache
  private let texts: FreeTexts
  private let output: any SoundOutput
  private let state: Mutex<State>

  /// Makes a speaker.
  ///
  /// - Parameters:
  ///   - clipCache: The clips.
  ///   - texts: The synthesizer of free texts.
  ///   - output: The sound device.
  ///   - volume: The box's volume, 0–100 per cent.
  init(clipCache: ClipCache, texts: FreeTexts, output: any SoundOutput, volume: Int) {
    self.clipCache = clipCache
    self.texts = texts
    self.output = output
    state = Mutex(State(box: Gain(percent: volume)))
  }

  func prepare() async throws { try await output.check() }

  func announce(
    _ announcement: Announcement, until interruption: Interruption
  ) async throws -> AnnouncementEnd {
    let spoken = try await texts.speak(announcement.script)
    let sound = try clipCache.sound(of: announcement.script, speech: spoken.clips)
    if sound.clipEnds.isEmpty, let first = spoken.leftOut.first {
      return .unspeakable(reason: first.reason)
    }
    let gain = announcement.volume.map { Gain(percent: $0) } ?? .full
    let controls = state.withLock { state in
      let controls = Controls(gain: state.box * gain)
      state.playing = (controls, gain)
      return controls
    }
    interruption.attach { cut in controls.cut(Controls.Cut(cut)) }
    let ending = try await output.play(sound, promptly: announcement.promptly, under: controls)
    return ending == .whole ? .whole(leftOut: spoken.leftOut.map(LeftOut.init)) : .cut
  }

  func set(volume: Int) {
    state.withLock { state in
      state.box = Gain(percent: volume)
      if let (controls, gain) = state.playing { controls.set(state.box * gain) }
    }
  }
}

extension Controls.Cut {
  init(_ cut: Cut) {
    self =
      switch cut {
      case .atBorder: .atClipEnd
      case .soon: .soon
      case .now: .now
      }
  }
}

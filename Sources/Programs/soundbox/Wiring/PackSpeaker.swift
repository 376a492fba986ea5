import Audio
import Box
import ProgramKit
import Service
import Synchronization
import Voice

/// Plays announcements with the clips of a pack on a sound output.
final class PackSpeaker: AnnouncementPlayer {
  /// The box's volume, and the announcement that is being played.
  private struct State {
    var box: Gain
    var playing: (controls: Controls, gain: Gain)?
  }

  private let clipCache: PackClips
  private let texts: FreeTexts
  private let output: any SoundOutput
  private let state: Mutex<State>
  private let log: Log

  /// Makes a speaker.
  ///
  /// - Parameters:
  ///   - clipCache: The clips.
  ///   - texts: The synthesizer of free texts.
  ///   - output: The sound device.
  ///   - volume: The box's volume, 0–100 per cent.
  ///   - log: Receives a line for each announcement with underruns.
  init(
    clipCache: PackClips, texts: FreeTexts, output: any SoundOutput, volume: Int, log: Log
  ) {
    self.clipCache = clipCache
    self.texts = texts
    self.output = output
    state = Mutex(State(box: Gain(percent: volume)))
    self.log = log
  }

  func prepare() async throws { try await output.check() }

  func play(
    _ announcement: Announcement, until cutSignal: CutSignal
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
    cutSignal.attach { cut in controls.cut(Controls.Cut(cut)) }
    let before = output.condition.underruns
    defer {
      let underruns = output.condition.underruns - before
      if underruns > 0 {
        log(.info, "sound device underrun", ["audio.underruns": "\(underruns)"])
      }
    }
    let result = try await output.play(sound, promptly: announcement.promptly, under: controls)
    return result == .whole ? .complete(omitted: spoken.leftOut.map(OmittedText.init)) : .cut
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

/// The clips of a pack, decoded by the audio edge.
typealias PackClips = ClipCache<AudioClipDecoder>

/// Decodes clip files with the audio edge.
struct AudioClipDecoder: ClipDecoder {
  /// Where decoded clips are stored, as far as there is room; `nil` for memory.
  let file: ClipFile?

  func bytes(of path: String) throws -> [UInt8] {
    do { return try TextFile.bytes(path) } catch { throw ClipFaults(lines: error.lines) }
  }

  func decode(_ path: String) throws -> (clip: Segment, frames: Int) {
    let clip = try SoundFile.read(path: path)
    let stored = try? file?.add(clip)
    return (stored.map { .stored($0) } ?? .clip(clip), clip.samples.count)
  }
}

extension PackClips {
  /// Reads clips.
  ///
  /// - Parameters:
  ///   - pack: The pack.
  ///   - folder: The pack's folder.
  ///   - script: The only script that will be played; `nil` for everything the pack can say.
  ///   - state: A folder on a disk for the decoded clips, so that clips that are not played take no
  ///     memory; `nil` to keep them in memory.
  /// - Throws: ``Failure`` with code 78 and one line for each clip that is missing, changed or damaged.
  init(
    _ pack: Pack, folder: String, for script: Script? = nil, in state: String? = nil
  ) throws(Failure) {
    let file = state.flatMap { try? ClipFile(in: $0) }
    do {
      try self.init(pack, folder: folder, for: script, decoder: AudioClipDecoder(file: file))
    } catch {
      throw Failure(.configuration, error.lines)
    }
  }

  /// The sound of a script, the same for a device and for a file.
  ///
  /// - Parameters:
  ///   - script: What to play; the cache holds all of its clips.
  ///   - speech: The clips of its free texts; other texts are left out.
  /// - Returns: The joined sound.
  /// - Throws: `AudioError` if a stored clip cannot be read.
  func sound(of script: Script, speech: [String: Audio.Clip] = [:]) throws(AudioError) -> Sound {
    try Mixdown.join(
      script.elements.compactMap { element -> Segment? in
        switch element {
        case .clip(let id): self[id]
        case .speech(let text): speech[text].map { .clip($0) }
        case .silence(let milliseconds): .silence(.milliseconds(milliseconds))
        }
      })
  }
}

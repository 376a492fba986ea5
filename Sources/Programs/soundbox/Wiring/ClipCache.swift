import Audio
import Digest
import Dispatch
import ProgramKit
import Synchronization
import Voice

/// The clips of a pack, decoded once, at start.
struct ClipCache: Sendable {
  private let clips: [ClipID: Segment]

  /// Reads clips, on all cores.
  ///
  /// A clip whose bytes are not those that the manifest names is not given to the decoder.
  ///
  /// - Parameters:
  ///   - pack: The pack.
  ///   - folder: The pack's folder.
  ///   - script: The only script that is to be spoken; `nil` for all that the pack can say.
  ///   - store: A folder in which the clips lie, as far as there is room, so that what is not spoken
  ///     takes no memory; `nil` for keeping them in memory.
  /// - Throws: ``Failure`` with code 78 and a line for each clip that is missing, changed or damaged.
  init(
    _ pack: Pack, folder: String, for script: Script? = nil, in store: String? = nil
  ) throws(Failure) {
    let wanted = script.map { Set($0.clips) }
    let entries = pack.clips.filter { wanted?.contains($0.key) ?? true }.sorted { $0.key < $1.key }
    let file = store.flatMap { try? ClipFile(in: $0) }
    let results = Mutex<[(ClipID, Result<Segment, Failure>)]>([])
    DispatchQueue.concurrentPerform(iterations: entries.count) { index in
      let (id, entry) = entries[index]
      let result = Result { () throws(Failure) -> Segment in
        let clip = try Self.read(entry, of: id, in: folder)
        guard let stored = try? file?.add(clip) else { return .clip(clip) }
        return .stored(stored)
      }
      results.withLock { $0.append((id, result)) }
    }
    var clips: [ClipID: Segment] = [:]
    var faults: [String] = []
    for (id, result) in results.withLock({ $0 }) {
      switch result {
      case .success(let clip): clips[id] = clip
      case .failure(let failure): faults += failure.lines
      }
    }
    guard faults.isEmpty else { throw Failure(.configuration, faults.sorted()) }
    self.clips = clips
  }

  private static func read(
    _ entry: ClipEntry, of id: ClipID, in folder: String
  ) throws(Failure) -> Clip {
    let path = "\(folder)/\(entry.file)"
    guard SHA256.hex(of: try TextFile.bytes(path)) == entry.sha256 else {
      throw Failure(
        .configuration,
        "\(path): clip \(id) is not the one of pack.json; build the pack again, or restore the file"
      )
    }
    do {
      let clip = try SoundFile.read(path: path)
      guard clip.samples.count == entry.frames else {
        throw Failure(
          .configuration,
          "\(path): clip \(id) has \(clip.samples.count) frames, pack.json says \(entry.frames); "
            + "build the pack again")
      }
      return clip
    } catch let error as AudioError {
      throw Failure(.configuration, "\(path): \(error)")
    } catch let error as Failure {
      throw error
    } catch {
      throw Failure(.system, "\(path): \(error)")
    }
  }

  /// The sound of a script, the same for a device and for a file.
  ///
  /// - Parameters:
  ///   - script: What to play; every clip of it is on the clipCache.
  ///   - speech: The clips of its free texts; what is not among them is left out.
  /// - Returns: A sound in the audio edge's form.
  /// - Throws: `AudioError` if a clip cannot be read from the file that keeps it.
  func sound(of script: Script, speech: [String: Clip] = [:]) throws(AudioError) -> Sound {
    try Mixdown.join(
      script.elements.compactMap { element -> Segment? in
        switch element {
        case .clip(let id): clips[id]
        case .speech(let text): speech[text].map { .clip($0) }
        case .silence(let milliseconds): .silence(.milliseconds(milliseconds))
        }
      })
  }
}

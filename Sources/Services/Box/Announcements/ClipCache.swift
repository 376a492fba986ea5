import Digest
import Dispatch
import Synchronization
public import Voice

/// Reads and decodes the clip files of a pack; called from several threads at once.
public protocol ClipDecoder: Sendable {
  /// A decoded clip.
  associatedtype Clip: Sendable

  /// The bytes of a file.
  func bytes(of path: String) throws -> [UInt8]

  /// Decodes a clip file.
  ///
  /// - Parameter path: The file.
  /// - Returns: The clip, and its length in frames at 48 kHz.
  /// - Throws: Why it cannot be read.
  func decode(_ path: String) throws -> (clip: Clip, frames: Int)
}

/// The clips of a pack, decoded once, at start.
public struct ClipCache<Decoder: ClipDecoder>: Sendable {
  private let clips: [ClipID: Decoder.Clip]

  /// Reads clips, on all cores.
  ///
  /// A clip whose bytes differ from those that the manifest names is not decoded.
  ///
  /// - Parameters:
  ///   - pack: The pack.
  ///   - folder: The pack's folder.
  ///   - script: The only script that will be played; `nil` for everything the pack can say.
  ///   - decoder: Reads and decodes the files.
  /// - Throws: ``ClipFaults`` for clips that are missing, changed or damaged.
  public init(
    _ pack: Pack, folder: String, for script: Script? = nil, decoder: Decoder
  ) throws(ClipFaults) {
    let wanted = script.map { Set($0.clips) }
    let entries = pack.clips.filter { wanted?.contains($0.key) ?? true }.sorted { $0.key < $1.key }
    let results = Mutex<(clips: [ClipID: Decoder.Clip], faults: [String])>(([:], []))
    DispatchQueue.concurrentPerform(iterations: entries.count) { index in
      let (id, entry) = entries[index]
      let path = "\(folder)/\(entry.file)"
      do throws(ClipFaults) {
        let clip = try Self.read(entry, of: id, at: path, decoder)
        results.withLock { $0.clips[id] = clip }
      } catch {
        results.withLock { $0.faults += error.lines }
      }
    }
    let (clips, faults) = results.withLock { $0 }
    guard faults.isEmpty else { throw ClipFaults(lines: faults.sorted()) }
    self.clips = clips
  }

  /// A clip; `nil` if it was not read.
  public subscript(id: ClipID) -> Decoder.Clip? { clips[id] }

  private static func read(
    _ entry: ClipEntry, of id: ClipID, at path: String, _ decoder: Decoder
  ) throws(ClipFaults) -> Decoder.Clip {
    do {
      guard SHA256.hex(of: try decoder.bytes(of: path)) == entry.sha256 else {
        throw ClipFaults(lines: [
          "\(path): clip \(id) differs from pack.json; build the pack again, or restore the file"
        ])
      }
      let (clip, frames) = try decoder.decode(path)
      guard frames == entry.frames else {
        throw ClipFaults(lines: [
          "\(path): clip \(id) has \(frames) frames, pack.json says \(entry.frames); "
            + "build the pack again"
        ])
      }
      return clip
    } catch let faults as ClipFaults {
      throw faults
    } catch {
      throw ClipFaults(lines: ["\(path): \(error)"])
    }
  }
}

/// Clips of a pack that are missing, changed or damaged.
public struct ClipFaults: Error {
  /// One line per clip: path, fault and remedy.
  public let lines: [String]

  /// Describes faults, one line per clip.
  public init(lines: [String]) { self.lines = lines }
}

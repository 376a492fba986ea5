import Digest
import Voice

/// Makes the clips of a voice pack from its script: recorded, synthesized, or rung.
///
/// The same source and the same processor give the same bytes.
public struct PackBuilder<Processor: AudioProcessor>: Sendable {
  private let processor: Processor

  /// Opens a studio.
  ///
  /// - Parameter processor: Where sounds are made and mastered.
  public init(processor: Processor) { self.processor = processor }

  /// Makes all clips of a pack anew; nothing is written before all of them have their sound.
  ///
  /// - Parameter source: What the clips are made from.
  /// - Returns: The manifest, and what was made.
  /// - Throws: ``StudioError``.
  public func build(_ source: PackSource) async throws(StudioError) -> BuiltPack {
    let (manifest, jobs) = try prepare(source)
    let version = try await version(for: jobs, source.manifest.synthesizer)
    let sounds = try await finished(jobs)
    var clips: [ClipID: ClipEntry] = [:]
    var size = 0
    for job in jobs {
      let samples = sounds[job.row.id.rawValue] ?? []
      let file = "clips/\(job.row.id).flac"
      let bytes: [UInt8]
      do { bytes = try await processor.press(samples, as: file) } catch { throw .unwritable(error) }
      let credit = job.origin.credit(version: version, voice: source.manifest.voice)
      clips[job.row.id] = ClipEntry(
        file: file, sha256: SHA256.hex(of: bytes), text: job.row.text, role: job.row.role,
        source: credit.source, licence: credit.licence, frames: samples.count)
      size += bytes.count
    }
    return BuiltPack(
      manifestText: manifest.replacingClips(with: clips), clips: clips, size: size)
  }

  private func prepare(_ source: PackSource) throws(StudioError) -> (ManifestText, [ClipJob]) {
    let faults = source.faults
    guard faults.isEmpty else { throw .faults(PackFaults(faults)) }
    let manifest: ManifestText
    do { manifest = try ManifestText(source.manifestText) } catch { throw .faults(error) }
    return (manifest, source.script.rows.map { ClipJob(row: $0, origin: Origin($0, source)) })
  }

  /// The synthesizer's version; empty if no row needs it.
  private func version(
    for jobs: [ClipJob], _ synthesizer: PackManifest.Synthesizer
  ) async throws(StudioError) -> String {
    guard let first = jobs.first(where: \.origin.isSynthesizer) else { return "" }
    do {
      return try await processor.version(of: synthesizer)
    } catch {
      let remedy = "install the Debian package \(synthesizer.engine.debianPackage)"
      throw .noSynthesizer(.row(first.row, "\(error)", remedy))
    }
  }

  private func finished(_ jobs: [ClipJob]) async throws(StudioError) -> [String: [Int16]] {
    let sounds: [String: [Float]]
    do { sounds = try await Session(processor: processor).sounds(of: jobs) } catch {
      throw .faults(error)
    }
    do {
      return try await processor.level(sounds)
    } catch {
      let fault = PackFault(
        file: "script.csv", path: "all rows", problem: "\(error)",
        remedy: "take another recording or another cell 'say' for that clip")
      throw .faults(PackFaults([fault]))
    }
  }
}

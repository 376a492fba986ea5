import Digest
public import Voice

/// Builds the clips of a voice pack from its script, recordings, synthesizer and tones.
///
/// The same source and the same processor give the same bytes.
public struct PackBuilder: Sendable {
  /// The number of sounds produced at a time.
  private static let concurrency = 2
  /// The number of faulty rows after which no more are tried.
  private static let faultLimit = 10

  private let processor: any AudioProcessor

  /// Creates a builder.
  ///
  /// - Parameter processor: Produces and writes the sounds.
  public init(processor: any AudioProcessor) { self.processor = processor }

  /// Rebuilds all clips of a pack; writes nothing before all sounds are finished.
  ///
  /// - Parameter source: The pack's source.
  /// - Returns: The clips and their manifest.
  /// - Throws: ``StudioError``.
  public func build(_ source: PackSource) async throws(StudioError) -> BuiltPack {
    let (manifest, jobs) = try prepare(source)
    let version = try await version(for: jobs, source.manifest.synthesizer)
    let sounds = try await leveledSounds(of: jobs)
    var clips: [ClipID: ClipEntry] = [:]
    var size = 0
    for job in jobs {
      let samples = sounds[job.row.id.rawValue] ?? []
      let file = "clips/\(job.row.id).flac"
      let bytes: [UInt8]
      do { bytes = try await processor.write(samples, as: file) } catch { throw .unwritable(error) }
      let credit = job.origin.credit(version: version, voice: source.manifest.voice)
      clips[job.row.id] = ClipEntry(
        file: file, sha256: SHA256.hex(of: bytes), text: job.row.text, role: job.row.role,
        frames: samples.count, credit: ClipCredit(source: credit.source, licence: credit.licence))
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

  private func leveledSounds(
    of jobs: [ClipJob]
  ) async throws(StudioError) -> [String: [Int16]] {
    let mastered: [String: [Float]]
    do { mastered = try await sounds(of: jobs) } catch {
      throw .faults(error)
    }
    do {
      return try await processor.level(mastered)
    } catch {
      let fault = PackFault(
        file: "script.csv", path: "all rows", problem: "\(error)",
        remedy: "use another recording or another cell 'say' for that clip")
      throw .faults(PackFaults([fault]))
    }
  }

  /// The mastered sounds by clip id.
  ///
  /// - Throws: ``Voice/PackFaults`` with the rows that gave no sound.
  private func sounds(of jobs: [ClipJob]) async throws(PackFaults) -> [String: [Float]] {
    var sounds: [String: [Float]] = [:]
    var faults: [PackFault] = []
    await withTaskGroup(of: (ClipJob, Result<[Float], any Error>).self) { group in
      var waiting = jobs[...]
      for job in waiting.prefix(Self.concurrency) { group.addTask { await sound(of: job) } }
      waiting = waiting.dropFirst(Self.concurrency)
      for await (job, result) in group {
        switch result {
        case .success(let sound): sounds[job.row.id.rawValue] = sound
        case .failure(let error): faults.append(.row(job.row, "\(error)", job.origin.remedy))
        }
        if faults.count < Self.faultLimit, let job = waiting.popFirst() {
          group.addTask { await sound(of: job) }
        }
      }
    }
    guard faults.isEmpty else { throw PackFaults(faults) }
    return sounds
  }

  private func sound(of job: ClipJob) async -> (ClipJob, Result<[Float], any Error>) {
    do {
      let sound =
        switch job.origin {
        case .recording(let recording): try await processor.master(recording: recording.path)
        case .tones(let tones):
          try await processor.master(signal: ToneSynthesizer.samples(of: tones))
        case .synthesizer(let synthesizer, let text):
          try await processor.speak(text, for: job.row.id, with: synthesizer)
        }
      return (job, .success(sound))
    } catch {
      return (job, .failure(error))
    }
  }
}

/// One clip to build.
private struct ClipJob: Sendable {
  let row: RecordingScript.Row
  let origin: Origin
}

/// The result of a build: the clips, already in the pack's folder, and their manifest.
public struct BuiltPack: Sendable {
  /// The new text of `pack.json`, not written yet.
  public let manifestText: String
  /// The clips by id.
  public let clips: [ClipID: ClipEntry]
  /// The total size of the clips' files, in bytes.
  public let size: Int

  /// The total length of the clips, in frames at 48 kHz.
  public var frames: Int { clips.values.reduce(0) { $0 + $1.frames } }
}

/// Why a pack was not built.
public enum StudioError: Error, CustomStringConvertible {
  /// The script, the manifest or the recordings have faults.
  case faults(PackFaults)
  /// The synthesizer that a row needs is not installed.
  case noSynthesizer(PackFault)
  /// A clip cannot be written.
  case unwritable(any Error)

  public var description: String {
    switch self {
    case .faults(let faults): "\(faults)"
    case .noSynthesizer(let fault): "\(fault)"
    case .unwritable(let error): "\(error)"
    }
  }
}

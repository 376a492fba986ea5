import Voice

/// The taking of all sounds of a pack.
struct Session<Processor: AudioProcessor>: Sendable {
  let processor: Processor
  /// How many are taken at a time.
  let width = 2

  /// The sounds by their clips' ids.
  ///
  /// - Throws: ``Voice/PackFaults`` with the rows that gave none; after ten of them no more are tried.
  func sounds(of jobs: [ClipJob]) async throws(PackFaults) -> [String: [Float]] {
    var sounds: [String: [Float]] = [:]
    var faults: [PackFault] = []
    await withTaskGroup(of: (ClipJob, Result<[Float], any Error>).self) { group in
      var waiting = jobs[...]
      for job in waiting.prefix(width) { group.addTask { await take(job) } }
      waiting = waiting.dropFirst(width)
      for await (job, result) in group {
        switch result {
        case .success(let sound): sounds[job.row.id.rawValue] = sound
        case .failure(let error): faults.append(.row(job.row, "\(error)", job.origin.remedy))
        }
        if faults.count < 10, let job = waiting.popFirst() { group.addTask { await take(job) } }
      }
    }
    guard faults.isEmpty else { throw PackFaults(faults) }
    return sounds
  }

  private func take(_ job: ClipJob) async -> (ClipJob, Result<[Float], any Error>) {
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

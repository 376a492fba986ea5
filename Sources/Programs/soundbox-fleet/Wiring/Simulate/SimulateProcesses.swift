import Dispatch
import Glibc
import Interop
import ProgramKit
import Service
import Simulator
import Synchronization
import Wire

/// A simulation in several processes, each with a share of the boxes.
struct SimulateProcesses {
  private let plan: SimulatePlan
  private let workers: [Worker]

  /// The latest report of a process, and how it ended.
  private struct Report {
    var counts = Counts()
    var error: String?
    var isComplete = false
    var hasFailed = false
  }

  /// A process with a share of the boxes.
  private final class Worker: Sendable {
    let child: ChildProcess
    let boxes: Int
    let report = Mutex(Report())

    init(_ child: ChildProcess, boxes: Int) {
      self.child = child
      self.boxes = boxes
    }

    func receive(_ line: String) {
      guard let json = try? JSONReader.read(Array(line.utf8)), let counts = Counts(json) else {
        return
      }
      let object = json.object
      report.withLock { report in
        report.counts = counts
        report.error = object?["trouble"]?.text ?? report.error
        report.isComplete = object?["complete"] == .bool(true)
      }
    }
  }

  init(_ plan: SimulatePlan, count: Int) throws(SystemError) {
    self.plan = plan
    var workers: [Worker] = []
    for number in 0..<count {
      let arguments =
        plan.arguments + ["--share", "\(number)/\(count)", "--json", "--run", plan.settings.run]
      workers.append(
        Worker(
          try ChildProcess("/proc/self/exe", arguments, input: .pipe, output: .pipe),
          boxes: (plan.settings.boxes - number + count - 1) / count))
    }
    self.workers = workers
  }

  /// Runs until a signal comes or all processes have ended; prints the totals.
  ///
  /// - Throws: ``Failure`` if a process failed, so that its boxes are missing.
  func run(until signals: Signals) async throws {
    let progress = SimulateProgress(plan)
    await withTaskGroup { group in
      for worker in workers {
        group.addTask {
          await follow(worker)
          return true
        }
      }
      group.addTask {
        await signals.first()
        for worker in workers { worker.child.send(SIGTERM) }
        return false
      }
      group.addTask {
        while !Task.isCancelled {
          try? await Task.sleep(for: SimulateProgress.interval)
          if !Task.isCancelled { progress.report(sum, error: takeError()) }
        }
        return false
      }
      var running = workers.count
      for await isEnd in group where isEnd {
        running -= 1
        if running == 0 { break }
      }
      group.cancelAll()
    }
    let isComplete = workers.allSatisfy { worker in worker.report.withLock { $0.isComplete } }
    progress.report(sum, isResult: true, isComplete: isComplete)
    let failed = workers.count { worker in worker.report.withLock { $0.hasFailed } }
    guard failed == 0 else {
      throw Failure(
        .system,
        "\(failed) of \(workers.count) processes failed: their last results are missing")
    }
  }

  /// Reads the reports of a process until it ends.
  private func follow(_ worker: Worker) async {
    await readReports(of: worker)
    let ending = await worker.child.wait()
    guard ending != .exited(0) else { return }
    worker.report.withLock { report in
      report.hasFailed = true
      report.isComplete = false
      // The broker reports its boxes as lost.
      report.counts.online = 0
    }
    let how =
      switch ending {
      case .exited(let status): "exit status \(status)"
      case .signalled(let signal): "signal \(signal)"
      }
    Console.printError(
      "soundbox-fleet: process \(worker.child.processID) ended with \(how): its \(worker.boxes) boxes are gone"
    )
  }

  private func readReports(of worker: Worker) async {
    guard let output = worker.child.output else { return }
    await output.readLines { worker.receive($0) }
  }

  private var sum: Counts {
    workers.reduce(into: Counts()) { sum, worker in
      sum.add(worker.report.withLock { $0.counts })
    }
  }

  private func takeError() -> String? {
    for worker in workers {
      let error = worker.report.withLock { report in
        defer { report.error = nil }
        return report.error
      }
      if let error { return error }
    }
    return nil
  }
}

extension FileDescriptor {
  /// Reads lines to the end of the stream, on a thread of its own.
  fileprivate func readLines(_ body: @escaping @Sendable (String) -> Void) async {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "lines").async { [self] in
        var rest: [UInt8] = []
        while let bytes = try? read(), !bytes.isEmpty {
          rest += bytes
          let lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
          for line in lines.dropLast() { body(String(decoding: line, as: UTF8.self)) }
          rest = Array(lines.last ?? [])
        }
        continuation.resume()
      }
    }
  }
}

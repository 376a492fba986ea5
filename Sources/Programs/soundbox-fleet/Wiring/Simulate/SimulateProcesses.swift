import Dispatch
import Glibc
import Interop
import ProgramKit
import Service
import Simulator
import Synchronization
import Wire

/// Virtual boxes in several processes of this program, each with a share of them.
struct SimulateProcesses {
  private let plan: SimulatePlan
  private let shares: [Share]

  /// What a process has said last, and how it has ended.
  private struct Last {
    var counts = Counts()
    var trouble: String?
    var isComplete = false
    var isBroken = false
  }

  /// One of the processes.
  private final class Share: Sendable {
    let child: ChildProcess
    let boxes: Int
    let last = Mutex(Last())

    init(_ child: ChildProcess, boxes: Int) {
      self.child = child
      self.boxes = boxes
    }

    func hear(_ line: String) {
      guard let json = try? JSONReader.read(Array(line.utf8)), let counts = Counts(json) else {
        return
      }
      let object = json.object
      last.withLock { last in
        last.counts = counts
        last.trouble = object?["trouble"]?.text ?? last.trouble
        last.isComplete = object?["complete"] == .bool(true)
      }
    }
  }

  init(_ plan: SimulatePlan, count: Int) throws(SystemError) {
    self.plan = plan
    var shares: [Share] = []
    for number in 0..<count {
      let arguments =
        plan.arguments + ["--share", "\(number)/\(count)", "--json", "--run", plan.settings.run]
      shares.append(
        Share(
          try ChildProcess("/proc/self/exe", arguments, input: .pipe, output: .pipe),
          boxes: (plan.settings.boxes - number + count - 1) / count))
    }
    self.shares = shares
  }

  /// Runs until a signal comes or all processes have ended; says what was done.
  ///
  /// - Throws: ``Failure`` if one of them has not ended in peace: then the boxes were fewer than asked for.
  func run(until signals: Signals) async throws {
    let progress = SimulateProgress(plan)
    await withTaskGroup { group in
      for share in shares {
        group.addTask {
          await follow(share)
          return true
        }
      }
      group.addTask {
        await signals.first()
        for share in shares { share.child.send(SIGTERM) }
        return false
      }
      group.addTask {
        while !Task.isCancelled {
          try? await Task.sleep(for: SimulateProgress.pace)
          if !Task.isCancelled { progress.tell(sum, trouble: takeTrouble()) }
        }
        return false
      }
      var running = shares.count
      for await isEnd in group where isEnd {
        running -= 1
        if running == 0 { break }
      }
      group.cancelAll()
    }
    let isComplete = shares.allSatisfy { share in share.last.withLock { $0.isComplete } }
    progress.tell(sum, isResult: true, isComplete: isComplete)
    let broken = shares.count { share in share.last.withLock { $0.isBroken } }
    guard broken == 0 else {
      throw Failure(
        .system,
        "\(broken) of \(shares.count) processes broke off: the numbers lack what they did at last")
    }
  }

  /// Listens to a process until it ends; the others go on without it.
  private func follow(_ share: Share) async {
    await hear(share)
    let ending = await share.child.wait()
    guard ending != .exited(0) else { return }
    share.last.withLock { last in
      last.isBroken = true
      last.isComplete = false
      // The broker tells that they are lost; nobody else counts them any more.
      last.counts.online = 0
    }
    let how =
      switch ending {
      case .exited(let status): "exit status \(status)"
      case .signalled(let signal): "signal \(signal)"
      }
    Console.printError(
      "soundbox-fleet: process \(share.child.processID) has ended with \(how): the \(share.boxes) boxes "
        + "that it played are gone")
  }

  private func hear(_ share: Share) async {
    guard let output = share.child.output else { return }
    await output.readLines { share.hear($0) }
  }

  private var sum: Counts {
    shares.reduce(into: Counts()) { sum, share in sum.add(share.last.withLock { $0.counts }) }
  }

  private func takeTrouble() -> String? {
    for share in shares {
      let trouble = share.last.withLock { last in
        defer { last.trouble = nil }
        return last.trouble
      }
      if let trouble { return trouble }
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

import Dispatch
import Glibc
import Interop
import MQTT
import ProgramKit
import Service
import Simulator
import Wire

/// A simulation in this process: virtual boxes and their back end.
struct SimulateProgram {
  private let plan: SimulatePlan
  private let simulation: Simulation
  private let fleet: LinkFleet
  private let lastError = LastError()

  init(_ plan: SimulatePlan) throws {
    self.plan = plan
    let begin = (SystemClock.milliseconds, SystemClock.uptime)
    let simulation = try Simulation(plan.settings, version: Release.version) {
      Timestamp(milliseconds: begin.0) + (SystemClock.uptime - begin.1)
    }
    self.simulation = simulation
    let lastError = lastError
    var members = simulation.names.enumerated().map { number, name in
      LinkFleet.Member(
        session: plan.session("\(name)", simulation.subscriptions(of: number)),
        events: BoxEvents(simulation: simulation, number: number, lastError: lastError))
    }
    let backEnd = members.count
    var session = SessionSettings(
      clientID: "\(plan.settings.prefix)back-end-\(plan.settings.share.first)-\(getpid())")
    session.expiry = .zero
    members.append(
      LinkFleet.Member(
        session: session, events: BackEndEvents(simulation: simulation, lastError: lastError)))
    fleet = try LinkFleet(
      broker: plan.broker, members: members, connectsPerSecond: plan.connectsPerSecond
    ) {
      simulation.turn().map { command in
        switch command {
        case .publish(let number): .publish(number)
        case .cut(let number, let time): .cut(number, for: time)
        case .publishOrders: .publish(backEnd)
        }
      }
    }
  }

  /// Runs until a signal comes or all orders are handled; prints the totals.
  func run(until signals: Signals) async throws {
    let progress = SimulateProgress(plan)
    if plan.isShare { endWithParent() }
    let orderlyEnd = await withTaskGroup(of: Bool?.self) { group in
      group.addTask {
        await fleet.run()
        return nil
      }
      group.addTask {
        await signals.first()
        return false
      }
      group.addTask { await allIsDone() }
      group.addTask { await report(progress) }
      defer { group.cancelAll() }
      for await end in group { if let end { return end } }
      return false
    }
    progress.report(simulation.counts, isResult: true, isComplete: orderlyEnd)
  }

  /// Shuts down gracefully when the parent process has gone.
  private func endWithParent() {
    DispatchQueue(label: "parent").async {
      while let bytes = try? FileDescriptor.standard(0).read(), !bytes.isEmpty {}
      kill(getpid(), SIGTERM)
    }
  }

  /// Waits until all orders are handled, at most for the patience of the plan.
  private func allIsDone() async -> Bool? {
    var soldOutSince: ContinuousClock.Instant?
    while !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(100))
      if simulation.hasPublishedAllOrders, soldOutSince == nil {
        simulation.close()
        soldOutSince = .now
      }
      if simulation.isDone { return true }
      if let soldOutSince, .now - soldOutSince > plan.patience { return false }
    }
    return nil
  }

  private func report(_ progress: SimulateProgress) async -> Bool? {
    while !Task.isCancelled {
      try? await Task.sleep(for: plan.isShare ? .seconds(1) : SimulateProgress.interval)
      if Task.isCancelled { break }
      progress.report(simulation.counts, error: lastError.take())
    }
    return nil
  }
}

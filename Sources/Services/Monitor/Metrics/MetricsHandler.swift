import Exposition
import Interop
import Wire

/// Answers scrapes of Prometheus.
struct MetricsHandler: Sendable {
  private let context: MonitorContext
  private let database: PageDatabase

  init(_ context: MonitorContext, _ database: PageDatabase) {
    self.context = context
    self.database = database
  }

  /// All metrics, in the format that the scraper prefers.
  func answer(_ request: PageRequest) async -> PageAnswer {
    let format = Exposition.Format(accept: request.accept)
    let text = Exposition(await metrics()).text(as: format)
    return PageAnswer(type: format.mediaType, .bytes(Array(text.utf8)))
  }

  /// All metrics as they are now.
  ///
  /// They hold no order id, and of single boxes nothing unless the settings want it: Prometheus keeps every
  /// label value that it has ever seen.
  private func metrics() async -> [Metric] {
    let moment = context.now()
    let settings = context.settings
    let unanswered = await unansweredCount(at: moment)
    let usage = ProcessUsage.now
    let process = Metric.process(
      "monitor", version: settings.metrics.version, memory: usage.memory,
      descriptors: usage.descriptors, processor: usage.processor, start: usage.start)
    return context.fleet.withState { state in
      var metrics = process + state.boxCounts(at: moment, patience: settings.patience).metrics
      metrics += state.counters.metrics
      metrics.append(
        // No sample rather than a wrong number while the database does not answer.
        .gauge(
          "soundbox_orders_unanswered",
          "Orders of the last day on which no box has reported in time.",
          unanswered.map { [Sample($0)] } ?? []))
      metrics += state.database.metrics(at: moment) + state.linkMetrics
      if settings.metrics.showsBoxes {
        metrics += state.boxMetrics(at: moment, mostBoxes: settings.metrics.mostBoxes)
      }
      return metrics
    }
  }

  private func unansweredCount(at moment: Timestamp) async -> Int? {
    let criteria = UnansweredCriteria(moment: moment, patience: context.settings.patience)
    do {
      return try await database.call { try $0.unansweredCount(criteria) }
    } catch {
      context.fleet.withState { $0.counters.readFailures += 1 }
      return nil
    }
  }
}

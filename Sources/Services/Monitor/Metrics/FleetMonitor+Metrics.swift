import Exposition
import Interop
import Wire

extension FleetMonitor {
  /// What Prometheus is shown, in the format that it likes best.
  func metrics(_ request: PageRequest) -> PageAnswer {
    let format = Exposition.Format(accept: request.accept)
    return PageAnswer(
      type: format.mediaType, .bytes(Array(Exposition(metrics).text(as: format).utf8)))
  }

  /// All metrics as they are now.
  ///
  /// No order id is in them, and of boxes nothing but numbers unless the settings want it: Prometheus
  /// keeps every label value that it has ever seen.
  var metrics: [Metric] {
    let moment = now()
    let unanswered = unansweredCount(at: moment)
    let usage = ProcessUsage.now
    let program = Metric.process(
      "monitor", version: settings.metrics.version, memory: usage.memory,
      descriptors: usage.descriptors, processor: usage.processor, start: usage.start)
    return fleet.withState { state in
      program + state.deviceMetrics(at: moment, patience: settings.patience)
        + state.counters.metrics
        + [
          // Nothing rather than a wrong number while the store does not answer.
          .gauge(
            "soundbox_orders_unanswered",
            "Orders of the last day of which no box has said anything within the patience.",
            unanswered.map { [Sample($0)] } ?? [])
        ] + state.database.metrics(at: moment) + state.linkMetrics
        + (settings.metrics.showsBoxes
          ? state.boxMetrics(at: moment, mostBoxes: settings.metrics.mostBoxes) : [])
    }
  }

  private func unansweredCount(at moment: Timestamp) -> Int? {
    do {
      return try repository.unansweredCount(
        UnansweredCriteria(moment: moment, patience: settings.patience))
    } catch {
      fleet.withState { $0.counters.readFailures += 1 }
      return nil
    }
  }
}

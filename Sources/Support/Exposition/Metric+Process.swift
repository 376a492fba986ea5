extension Metric {
  /// What every program tells about itself, under the names that Prometheus' own libraries use.
  ///
  /// - Parameters:
  ///   - component: Which program it is.
  ///   - version: Its version.
  ///   - memory: The memory it holds, in bytes (resident).
  ///   - descriptors: How many files, pipes and sockets it has open.
  ///   - processor: The time for which processors have worked for it.
  ///   - start: When it was started, in seconds since 1970.
  /// - Returns: The metrics.
  public static func process(
    _ component: String, version: String, memory: Int64, descriptors: Int, processor: Duration,
    start: Double
  ) -> [Metric] {
    [
      .info(
        "soundbox_build", "The program that shows this.",
        ["component": component, "version": version]),
      .gauge(
        "process_resident_memory_bytes", in: .bytes, "Resident memory size in bytes.",
        [Sample(memory)]),
      .gauge("process_open_fds", "Number of open file descriptors.", [Sample(descriptors)]),
      .counter(
        "process_cpu_seconds", in: .seconds, "Total user and system CPU time spent in seconds.",
        [Sample(processor / .seconds(1))]),
      .gauge(
        "process_start_time_seconds", in: .seconds,
        "Start time of the process since unix epoch in seconds.", [Sample(start)]),
    ]
  }
}

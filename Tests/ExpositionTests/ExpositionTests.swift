import Exposition
import Testing

@Suite struct `What Prometheus is shown` {
  @Test func `describes each metric before its samples`() {
    let exposition = Exposition([
      .gauge("soundbox_queue_depth", "Announcements that wait.", [Sample(3)])
    ])
    let lines = [
      "# HELP soundbox_queue_depth Announcements that wait.", "# TYPE soundbox_queue_depth gauge",
      "soundbox_queue_depth 3",
    ]
    #expect(exposition.text(as: .prometheus) == lines.joined(separator: "\n") + "\n")
    #expect(exposition.text(as: .openMetrics) == (lines + ["# EOF"]).joined(separator: "\n") + "\n")
  }

  @Test func `names a counter in the older format like its samples`() {
    let exposition = Exposition([.counter("orders", "Orders.", [Sample(2, ["stage": "sent"])])])
    #expect(
      exposition.text(as: .prometheus)
        == "# HELP orders_total Orders.\n# TYPE orders_total counter\norders_total{stage=\"sent\"} 2\n"
    )
    #expect(
      exposition.text(as: .openMetrics)
        == "# HELP orders Orders.\n# TYPE orders counter\norders_total{stage=\"sent\"} 2\n# EOF\n")
  }

  @Test func `has an info type in OpenMetrics only`() {
    let exposition = Exposition([.info("build", "The program.", ["version": "1.2"])])
    #expect(exposition.text(as: .prometheus).contains("# TYPE build_info gauge\n"))
    #expect(exposition.text(as: .openMetrics).contains("# TYPE build info\n"))
    #expect(exposition.text(as: .openMetrics).contains("build_info{version=\"1.2\"} 1\n"))
  }

  @Test func `names units in OpenMetrics only`() {
    let exposition = Exposition([.counter("busy_seconds", in: .seconds, "Work.", [Sample(1.5)])])
    #expect(!exposition.text(as: .prometheus).contains("UNIT"))
    #expect(exposition.text(as: .openMetrics).contains("# UNIT busy_seconds seconds\n"))
    #expect(exposition.text(as: .openMetrics).contains("\nbusy_seconds_total 1.5\n"))
  }

  @Test(arguments: [
    ("\\", "\\\\"), ("a\nb", "a\\nb"), ("\"", "\\\""), ("\r\n", "\r\\n"), ("商店 🔔", "商店 🔔"),
    ("}\n# EOF", "}\\n# EOF"),
  ])
  func `escapes label values`(value: String, written: String) {
    let exposition = Exposition([.gauge("a", "A.", [Sample(1, ["name": value])])])
    for format in Exposition.Format.allCases {
      #expect(exposition.text(as: format).contains("\na{name=\"\(written)\"} 1\n"))
    }
  }

  @Test func `escapes quotes in help as each format requires`() {
    let exposition = Exposition([.gauge("a", "Says \"so\\\nit\".", [Sample(1)])])
    #expect(
      exposition.text(as: .prometheus).contains("# HELP a Says \"so\\\\\\nit\".\n"))
    #expect(
      exposition.text(as: .openMetrics).contains("# HELP a Says \\\"so\\\\\\nit\\\".\n"))
  }

  @Test(
    arguments: [
      (0, "0"), (-1, "-1"), (0.25, "0.25"), (1e9, "1000000000"), (1e300, "1e+300"),
      (.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"),
    ] as [(Double, String)])
  func `formats numbers for both formats`(number: Double, written: String) {
    let exposition = Exposition([.gauge("a", "A.", [Sample(number)])])
    #expect(exposition.text(as: .prometheus).hasSuffix("\na \(written)\n"))
  }

  @Test func `leaves out metrics without samples`() {
    let exposition = Exposition([.gauge("a", "A.", [])])
    #expect(exposition.text(as: .prometheus).isEmpty)
    #expect(exposition.text(as: .openMetrics) == "# EOF\n")
  }

  @Test func `accumulates the buckets of a histogram`() {
    var histogram = Histogram(bounds: [0.5, 1])
    for value in [0.25, 0.5, 0.75, 4] { histogram.add(value) }
    let text = Exposition([.histogram("wait_seconds", in: .seconds, "Waits.", histogram)])
      .text(as: .openMetrics)
    #expect(
      text.split(separator: "\n").filter { !$0.hasPrefix("#") } == [
        "wait_seconds_bucket{le=\"0.5\"} 2", "wait_seconds_bucket{le=\"1.0\"} 3",
        "wait_seconds_bucket{le=\"+Inf\"} 4", "wait_seconds_sum 5.5", "wait_seconds_count 4",
      ])
  }
}

@Suite struct `The format that an asker likes best` {
  @Test(arguments: [
    // Prometheus 2.42 and 3.
    "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
      + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
    "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,text/plain;version=1.0.0;"
      + "escaping=allow-utf-8;q=0.4,text/plain;version=0.0.4;q=0.2,*/*;q=0.1",
    "Application/OpenMetrics-Text ; version=\"1.0.0\" ; charset=utf-8",
    "application/openmetrics-text; version=0.0.1", "application/openmetrics-text",
  ]) func `is OpenMetrics`(accept: String) {
    #expect(Exposition.Format(accept: accept) == .openMetrics)
  }

  @Test(arguments: [
    "", "*/*", "text/plain", "text/html,application/xhtml+xml,*/*;q=0.8", "image/png",
    "application/openmetrics-text;q=0", "application/openmetrics-text;version=2.0.0",
    "application/openmetrics-text;q=0.3,text/plain;q=0.9",
    "application/openmetrics-text;q=high", ";;,=;q,,",
  ]) func `is the older one`(accept: String) {
    #expect(Exposition.Format(accept: accept) == .prometheus)
  }
}

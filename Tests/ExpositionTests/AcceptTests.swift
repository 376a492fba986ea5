import Exposition
import Testing

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

import Wire

@testable import Monitor

extension TestMonitor {
  /// What `/metrics` answers.
  func metrics(accept: String = "") async -> PageAnswer {
    var request = PageRequest(
      "GET", "/metrics", by: Principal(name: "prometheus", role: .view, origin: "127.0.0.1"))
    request.accept = accept
    return await monitor.page.answer(request)
  }

  func metricsText() async -> String { await metrics().text }

  /// Values by series, as they are written.
  func shown() async -> [String: String] {
    let lines = await metricsText().split(separator: "\n").filter { !$0.hasPrefix("#") }
    return Dictionary(
      lines.map { line in
        let space = line.lastIndex(of: " ") ?? line.startIndex
        return (String(line[..<space]), String(line[line.index(after: space)...]))
      }, uniquingKeysWith: { first, second in "\(first) and \(second)" })
  }
}

extension PageAnswer {
  /// What is sent, if it is all sent at once.
  var text: String {
    guard case .bytes(let bytes) = body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension SampleBox {
  /// How it does.
  func health(
    volume: Int, queue: Int, connectionNumber: Int64 = 1
  ) -> (topic: String, body: String) {
    var health = Health(
      at: TestMonitor.start, connectionNumber: connectionNumber,
      audio: Health.Audio(.idle, device: "default"),
      version: "1")
    (health.volume, health.queue, health.clockIsSynced) = (volume, queue, true)
    return (topics[.health], health.json.encoded)
  }
}

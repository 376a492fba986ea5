import FoundationEssentials
import TestKit
import Testing
import Wire

@testable import Monitor

@Suite struct `The rules and the dashboard` {
  static let deploy = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Deploy")

  @Test(arguments: [
    "prometheus/rules.yml", "prometheus/rules_test.yml", "grafana/soundbox.json",
  ])
  func `use no metric that the monitor does not show`(file: String) async throws {
    let text = try String(contentsOf: Self.deploy.appendingPathComponent(file), encoding: .utf8)
    let used = Set(text.matches(of: /\b(?:soundbox|process)_[a-z_]+/).map { String($0.output) })
    let shown = try await Self.series()
    let names = Set(shown.map { String($0.prefix { $0 != "{" }) })
    #expect(used.count > 5)
    #expect(used.subtracting(names) == [])
  }

  @Test(arguments: ["prometheus/rules.yml", "grafana/soundbox.json"])
  func `look for no label value that the monitor does not show`(file: String) async throws {
    let text = try String(contentsOf: Self.deploy.appendingPathComponent(file), encoding: .utf8)
    // In JSON the quotes have a backslash before them.
    let wanted = Set(
      text.matches(of: /\b(stage|state|op)!?=\\?"([a-z_]+)\\?"/).map {
        "\($0.output.1)=\"\($0.output.2)\""
      })
    let shown = try await Self.series().joined()
    #expect(!wanted.isEmpty)
    for pair in wanted { #expect(shown.contains(pair), "\(pair)") }
  }

  @Test func `know the dashboard's parts apart`() throws {
    let file = Self.deploy.appendingPathComponent("grafana/soundbox.json")
    let dashboard = try JSONDecoder().decode(Dashboard.self, from: Data(contentsOf: file))
    let panels = dashboard.panels
    #expect(Set(panels.map(\.id)).count == panels.count)
    #expect(panels.allSatisfy { $0.type == "row" || $0.targets?.isEmpty == false })
    for (index, panel) in panels.enumerated() {
      let others = panels[(index + 1)...].filter { $0.gridPos.overlaps(panel.gridPos) }
      #expect(others.isEmpty, "\(panel.title) lies on another panel")
    }
  }

  /// All series that there can be.
  private static func series() async throws -> [String] {
    try await withMonitor({ $0.metrics.showsBoxes = true }) { monitor in
      let box = try SampleBox()
      try monitor.take(box.state(.online, connectionNumber: 1), box.health(volume: 1, queue: 0))
      return Array(await monitor.shown().keys)
    }
  }
}

private struct Dashboard: Decodable {
  struct Panel: Decodable {
    struct Place: Decodable {
      let x, y, w, h: Int

      func overlaps(_ other: Place) -> Bool {
        x < other.x + other.w && other.x < x + w && y < other.y + other.h && other.y < y + h
      }
    }

    struct Target: Decodable { let expr: String }

    let id: Int
    let type: String
    let title: String
    let gridPos: Place
    let targets: [Target]?
  }

  let panels: [Panel]
}

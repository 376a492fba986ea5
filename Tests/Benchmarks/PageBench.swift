import BrowserKit
import TestKit
import Wire

/// The page with 10,000 boxes in Chromium, while they get one order a minute each.
enum PageBench {
  private static let loads = 5
  private static let seconds = 30

  /// Notes when the boxes are drawn, the filter has answered, and both can be seen.
  private static let noteUsable = """
    {
      const count = () => document.querySelector(".count")?.textContent;
      let isAsked = false;
      const look = () => {
        if (!isAsked && document.querySelectorAll(".space .row:not([hidden])").length > 10) {
          isAsked = true;
          const search = document.querySelector("#search");
          search.value = "box-3";
          search.dispatchEvent(new Event("input"));
        }
        if (isAsked && count() === "1,000 of 10,000") seen();
        else setTimeout(look, 4);
      };
      const seen = () => requestAnimationFrame(() =>
        setTimeout(() => { window.usableAt = performance.now(); }));
      look();
    }
    """
  /// Notes when a page can be seen on which there is nothing to do.
  private static let noteSeen = """
    addEventListener("load", () => requestAnimationFrame(() =>
      setTimeout(() => { window.usableAt = performance.now(); })));
    """

  /// What the boxes' table says at the moment.
  private static let text = "document.querySelector('.space').innerText"

  static func run() async throws -> [Row] {
    try await withTemporaryFolder { folder in
      let browser = try Browser(in: folder)
      do {
        let rows = try await rows(browser)
        await browser.end()
        return rows
      } catch {
        await browser.end()
        throw error
      }
    }
  }

  private static func rows(_ browser: Browser) async throws -> [Row] {
    do { try await browser.send("Browser.getVersion") } catch {
      return [
        Row(
          what: "the page of 10,000 boxes", figure: "not measured", beside: "\(error)",
          promise: "≤ 1500 ms, ≤ 30 %", holds: false)
      ]
    }
    return try await FleetScene.with { scene in
      let page = scene.monitor.page
      var (empty, whole): ([Duration], [Duration]) = ([], [])
      for _ in 0..<loads {
        empty.append(try await load("\(page)healthz", noting: noteSeen, in: browser))
        whole.append(try await load(page, noting: noteUsable, in: browser))
      }
      let before = try await scene.monitor.receipts()
      let plain = try await use(of: page, in: browser)
      // Then all boxes are sorted anew each second.
      let sorted = try await use(of: "\(page)#/boxes?sort=lastHandled", in: browser)
      let receipts = try await scene.monitor.receipts() - before
      return [
        Row(
          what: "page of 10,000 boxes → filter answers, p50",
          figure: whole.percentile(0.5).milliseconds,
          beside:
            "worst of \(loads) \(whole.percentile(1).milliseconds), an empty page \(empty.percentile(0.5).milliseconds)",
          promise: "≤ 1500 ms", holds: whole.percentile(0.5) <= .milliseconds(1500)),
        row(
          "  then live, its renderer's processor use", plain,
          ", \(receipts / (2 * (seconds + 5))) receipts a second"),
        row("  the same, sorted by what changes", sorted, ""),
      ]
    }
  }

  private static func row(
    _ what: String, _ use: (renderer: Double, all: Double), _ more: String
  ) -> Row {
    Row(
      what: what, figure: "\(Duration.rounded(use.renderer)) %",
      beside: "whole Chromium \(Duration.rounded(use.all)) %\(more)", promise: "≤ 30 % of a core",
      holds: use.renderer <= 30)
  }

  /// How long it takes from going to an address until the page can be used.
  private static func load(
    _ address: String, noting script: String, in browser: Browser
  ) async throws -> Duration {
    let tab = try await Tab(in: browser)
    try await tab.send("Page.addScriptToEvaluateOnNewDocument", ["source": .string(script)])
    try await tab.open(address)
    try await tab.wait(until: "window.usableAt")
    let moment = try await tab.run("window.usableAt")
    try await tab.close()
    guard let milliseconds = moment.text.flatMap({ Double($0) }) else {
      throw Unexpected("no moment at which \(address) can be used")
    }
    return .milliseconds(milliseconds)
  }

  /// Processor use while somebody looks, in hundredths of a core.
  private static func use(
    of address: String, in browser: Browser
  ) async throws -> (renderer: Double, all: Double) {
    let tab = try await Tab(in: browser)
    try await tab.open(address)
    try await tab.wait(until: "document.querySelectorAll('.space .row:not([hidden])').length > 10")
    try await Task.sleep(for: .seconds(5))
    let shown = try await tab.text(text)
    let (before, start) = (try await processorTimes(browser), ContinuousClock.now)
    try await Task.sleep(for: .seconds(seconds))
    let (after, time) = (try await processorTimes(browser), (.now - start) / .seconds(1))
    guard try await tab.text(text) != shown else { throw Unexpected("a page that stands still") }
    try await tab.close()
    return (
      Double(after.renderers - before.renderers) / time, Double(after.all - before.all) / time
    )
  }

  /// The processor time that Chromium's processes have used, in hundredths of a second.
  ///
  /// No other page is open than the one that is looked at.
  private static func processorTimes(
    _ browser: Browser
  ) async throws -> (renderers: Int, all: Int) {
    let answer = try await browser.send("SystemInfo.getProcessInfo")
    guard case .array(let processes) = answer["processInfo"] else {
      throw Unexpected("no processes of Chromium")
    }
    return processes.reduce(into: (0, 0)) { times, process in
      guard let id = process.value(at: ["id"])?.text.flatMap({ Int32($0) }) else { return }
      let time = Machine.processorTime(id)
      times.all += time
      if process.value(at: ["type"]) == "renderer" { times.renderers += time }
    }
  }
}

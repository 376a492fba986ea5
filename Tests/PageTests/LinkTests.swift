import BrowserKit
import Glibc
import TestKit
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct `The page when its link breaks` {
  private let banner = "document.querySelector('#banner:not([hidden])')?.textContent"

  @Test func `says since when it is stale, and goes on once the monitor is back`() async throws {
    try await withShop { shop in
      try await shop.state("s042/kitchen", "online")
      let tab = try await shop.open()
      try await tab.wait(
        until: "document.querySelector('#counter-online .value').textContent == '1'")
      await shop.stopMonitor()
      try await tab.wait(until: "/Out of date since \\d\\d:\\d\\d:\\d\\d/.test(\(banner))")
      try await tab.photograph("stale")
      // The broker keeps what is said meanwhile.
      try await shop.state("s042/kitchen", "lost")
      try await shop.receipt("s042/kitchen", "handled", "7421", seq: 1, outcome: ("played", 0))
      try await shop.startMonitor()
      try await tab.wait(until: "\(banner) === undefined")
      try await tab.wait(
        until: """
          document.querySelector('[data-key="s042/kitchen"]').innerText.includes('lost')
            && document.querySelector('[data-key="s042/kitchen"]').innerText.includes('played')
          """)
      #expect(shop.browser.complaints == [])
    }
  }

  /// A browser opens at most six links to one host, and each event stream takes one.
  @Test func `follows nothing while nobody sees it, so that other tabs can ask`() async throws {
    func hide(_ tab: Tab, _ isHidden: Bool) async throws {
      _ = try await tab.run(
        """
        Object.defineProperty(document, 'hidden', {configurable: true, get: () => \(isHidden)});
        document.dispatchEvent(new Event('visibilitychange'));
        """)
    }
    try await withShop { shop in
      try await shop.state("s042/kitchen", "online")
      let online = "document.querySelector('#counter-online .value')?.textContent"
      var tabs: [Tab] = []
      for _ in 1...8 {
        let tab = try await shop.open()
        try await tab.wait(until: "\(online) == '1'")
        try await hide(tab, true)
        tabs.append(tab)
      }
      try await shop.state("s042/terrace", "online")
      let first = try #require(tabs.first)
      try await hide(first, false)
      try await first.wait(until: "\(online) == '2'")
      #expect(shop.browser.complaints == [])
    }
  }

  @Test func `says so as well when nothing comes although the link stands`() async throws {
    try await withShop { shop in
      try await shop.state("s042/kitchen", "online")
      let tab = try await shop.open()
      try await tab.wait(until: "document.querySelector('#pulse').textContent.includes('live')")
      shop.signalMonitor(SIGSTOP)
      try await tab.wait(until: "\(banner)?.includes('Out of date since')")
      shop.signalMonitor(SIGCONT)
      try await tab.wait(until: "\(banner) === undefined")
    }
  }
}

import BrowserKit
import Database
import Monitor
import TestKit
import Testing
import Wire

/// A fleet on an ordinary day, looked at in every view: pictures for people, and what can be measured of them.
@Suite(.serialized, .timeLimit(.minutes(3))) struct `Every view of the page` {
  private static let views = [
    ("boxes", "boxes"), ("orders", "orders"), ("orders-failed", "orders?outcome=failed"),
    ("order", "order/7421-created"), ("failures", "failures"), ("unanswered", "unanswered"),
    ("alarms", "alarms"), ("actions", "actions"), ("box", "box/s042/kitchen"),
    ("box-new", "box/s043/garden"),
  ]

  /// Texts that stand out too little from what is behind them (WCAG 2.2, 1.4.3): at least 4.5 to 1.
  private static let pale = """
    (() => {
      const channels = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
      const light = (rgb) => {
        const [r, g, b] = rgb.slice(0, 3).map((each) => each / 255)
          .map((each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const behind = (node) => {
        for (let each = node; each; each = each.parentElement) {
          const rgb = channels(getComputedStyle(each).backgroundColor);
          if (rgb.length === 3 || rgb[3] > 0.9) return rgb;
        }
        return [255, 255, 255];
      };
      const texts = [...document.querySelectorAll("body *")].filter((each) => each.checkVisibility()
        && !each.closest(".unseen, svg, option, .skip")
        && [...each.childNodes].some((child) => child.nodeType === 3 && child.data.trim()));
      if (texts.length < 30) return "no texts were found";
      return texts.map((each) => {
          const [a, b] = [light(channels(getComputedStyle(each).color)), light(behind(each))];
          return { each, ratio: (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) };
        }).filter(({ ratio }) => ratio < 4.5)
        .map(({ each, ratio }) => `${ratio.toFixed(2)} ${each.outerHTML.slice(0, 80)}`).join(" | ");
    })()
    """

  /// What reaches out of the window, or of what it stands in.
  private static let wide = """
    [...document.querySelectorAll("body *")].filter((each) => each.checkVisibility()
      && !each.closest("svg, .unseen, .skip, .space, .sheet .id, select, thead")
      && (each.getBoundingClientRect().right > innerWidth + 1
        || each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX === "visible"
          && getComputedStyle(each).display !== "inline"))
      .map((each) => each.outerHTML.slice(0, 90)).join(" | ")
    """

  /// What alarms say without a Chinese word.
  private static let foreign = """
    ((texts) => texts.length ? texts.filter((text) => !/[\\u4e00-\\u9fff]/.test(text)).join(" | ") : "no alarm")(
      [...document.querySelectorAll(".sheet tbody .words")].map((each) => each.textContent))
    """

  @Test func `can be read, and fits where it stands`() async throws {
    let more = """
      patience: 2s
      boxes: [s044/attic]
      alarms:
        rules:
          - {name: lost, lost: 1s}
          - {name: unanswered, unanswered: 2s, severity: critical}
          - {name: rejected, rejected: 15m}
          - {name: ignoring, ignoring: 1s}
      """
    try await withShop(more: more) { shop in
      let box = try await shop.startBox()
      try await fill(shop)
      await shop.stopMonitor()
      try remember(shop)
      try await shop.startMonitor()
      try await act(shop)
      for (language, isDark) in [("en-GB", false), ("zh-CN", true)] {
        for (device, size) in [("desktop", (1280, 1000)), ("phone", (390, 844))] {
          let tab = try await shop.open(language: language, size: size, isDark: isDark)
          for counter in ["unanswered-day", "alarms"] {
            let value = "document.querySelector('#counter-\(counter) .value').textContent"
            try await tab.wait(until: "Number(\(value)) > 0")
          }
          for (view, address) in Self.views {
            try await look(tab, at: address)
            let (pale, wide) = (try await tab.text(Self.pale), try await tab.text(Self.wide))
            #expect(pale == "", "\(view) on a \(device)")
            #expect(wide == "", "\(view) on a \(device)")
            if language == "zh-CN", view == "alarms" {
              let foreign = try await tab.text(Self.foreign)
              #expect(foreign == "")
            }
            let colour = isDark ? "dark" : "light"
            try await tab.photograph("\(device)-\(view)-\(language.prefix(2))-\(colour)")
          }
          let violations = try await tab.violations()
          #expect(violations == .array([]))
          // A browser keeps no more than six links to one address, and each page follows its events.
          try await tab.send("Page.close")
        }
      }
      #expect(shop.browser.complaints == [])
      await box.stop()
    }
  }

  /// Opens a view and waits until it shows something.
  private func look(_ tab: Tab, at address: String) async throws {
    try await tab.run("location.hash = '#/\(address)'")
    try await tab.wait(
      until: """
        location.hash === '#/\(address)' && !/Loading|加载中/.test(document.querySelector('#content').innerText)
          && document.querySelector('.sheet tbody tr, .space .row, .charts > *')
        """)
  }

  /// What boxes say on an ordinary day.
  private func fill(_ shop: Shop) async throws {
    for name in ["s042/kitchen", "s042/bar", "s043/terrace", "s043/garden"] {
      try await shop.state(name, name == "s043/terrace" ? "lost" : "online")
    }
    let ignored = Health.Ignored(topic: "shop/orders/7", count: 12, last: "type=order.ready")
    try await shop.health("s042/kitchen", queue: 2, accepted: 812, ignored: [ignored])
    try await shop.health(
      "s042/bar", audio: "unavailable", uptime: .seconds(900), ignored: [ignored])
    try await shop.broker.publish(
      #"{"aps":{"mutable-content":1,"soundCommand":"order.new number:128"},"id":"7421-created"}"#,
      to: "soundbox/v1/s042/kitchen/command")
    var seq = 0
    func say(
      _ kind: String, _ id: String, outcome: (name: String, code: Int)? = nil,
      reason: String? = nil,
      spoken: String? = nil
    ) async throws {
      seq += 1
      try await shop.receipt(
        "s042/kitchen", kind, id, seq: seq, outcome: outcome, reason: reason, spoken: spoken)
    }
    try await say("delivered", "7421-created")
    try await say("handled", "7421-created", outcome: ("played", 0), spoken: "新订单 一百二十八号 八十八点五元")
    let ends = [
      ("stopped", 0, "acknowledged"), ("duplicate", 1, "spoken by another channel"),
      ("failed", 2, "the clip ‘number.128’ is missing in the pack en-US 1.0.0"),
      ("failed", 3, "no progress for 5 s"), ("failed", 3, "no progress for 5 s"),
      ("expired", 5, "expired 12 s before it could start"),
      ("rejected", 6, "soundCommand: ‘order..new’ is no name"), ("rejected", 8, "queue full"),
      ("muted", 9, "quiet hours until 06:00"), ("summarized", 10, "summary-812"),
    ]
    for (place, (name, code, reason)) in ends.enumerated() {
      let id = "\(7430 + place)-created"
      try await say("delivered", id)
      try await say("handled", id, outcome: (name, code), reason: reason)
    }
    try await say("handled", "7421-created", outcome: ("failed", 3), reason: "no device")
    for id in ["7450-created", "7451-reminder"] { try await say("delivered", id) }
    for (source, end) in [("sepay", ("played", 0)), ("woo", ("rejected", 7))] {
      seq += 1
      try await shop.receipt(
        "s042/kitchen", "handled", "727", of: source, seq: seq, outcome: end,
        reason: end.1 == 0 ? nil : "id: accepted before with another content, which stands")
    }
    seq += 3
    try await say("handled", "7452-created", outcome: ("played", 0), spoken: "Payment received")
    let tab = try await shop.open("#/orders")
    try await tab.wait(
      until: "document.querySelector('#content').innerText.includes('7452-created')")
  }

  /// A day of a box, as if it had been seen.
  private func remember(_ shop: Shop) throws {
    var database = try Database(
      path: "\(shop.folder)/fleet.sqlite", migrations: Database.migrations)
    try database.execute(
      """
      WITH RECURSIVE k (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < 280)
      INSERT INTO healths SELECT 's042', 'kitchen', (SELECT max(last_seen) FROM boxes) - i * 300000,
        max(0, (i * 37) % 11 - 5), i % 40 = 0, CASE WHEN i > 120 THEN 60 ELSE 80 END,
        CASE WHEN i BETWEEN 60 AND 70 THEN 'unavailable' WHEN i % 9 = 0 THEN 'playing' ELSE 'idle' END,
        4 - i / 80, 12 - i / 30, 14000000 + (280 - i) * 9000,
        CASE WHEN i BETWEEN 60 AND 66 THEN 40 ELSE 0 END, 1
      FROM k
      """)
    try database.execute(
      """
      INSERT INTO states
      SELECT 's042', 'kitchen', (SELECT max(last_seen) FROM boxes) - ago * 3600000, state, 1
      FROM (SELECT 30 AS ago, 'online' AS state UNION ALL SELECT 14, 'lost'
        UNION ALL SELECT 13, 'online' UNION ALL SELECT 5, 'offline' UNION ALL SELECT 4, 'online')
      """)
  }

  /// Asks a real box for something, and one that is not there.
  private func act(_ shop: Shop) async throws {
    let tab = try await shop.open()
    for box in ["s042/counter-1", "s043/terrace"] {
      try await tab.run("location.hash = '#/box/\(box)'")
      try await tab.click("[data-ask=health]")
      try await tab.click("dialog button.main")
      try await tab.wait(
        until: "/^[✓✕]/.test(document.querySelector('dialog .answer').textContent)")
      try await tab.press("Escape", code: 27)
      try await tab.wait(until: "!document.querySelector('dialog')")
    }
  }
}

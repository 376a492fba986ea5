import BrowserKit
import TestKit
import Testing
import Wire

@Suite(.serialized, .timeLimit(.minutes(2))) struct `Orders in a browser` {
  private let main = "document.querySelector('#content').innerText"

  @Test func `shows the way of an order, and receipts that repeat or contradict`() async throws {
    try await withShop { shop in
      let box = "s042/kitchen"
      try await shop.state(box, "online")
      try await shop.broker.publish(
        """
        {"aps":{"mutable-content":1,"soundCommand":"order.new number:128"},"id":"7421-created",\
        "order":"7421","act":0}
        """, to: "soundbox/v1/\(box)/command")
      try await shop.receipt(box, "delivered", "7421-created", seq: 1)
      let tab = try await shop.open("#/order/7421-created")
      try await tab.wait(until: "\(main).includes('waiting')")
      try await shop.receipt(
        box, "handled", "7421-created", seq: 2, outcome: ("played", 0), spoken: "新订单 一百二十八号")
      try await tab.wait(until: "document.querySelector('.card h2').textContent.includes('played')")
      try await shop.receipt(
        box, "handled", "7421-created", seq: 2, outcome: ("played", 0), isDuplicate: true)
      try await shop.receipt(
        box, "handled", "7421-created", seq: 3, outcome: ("failed", 3), reason: "no device")
      try await shop.receipt(box, "delivered", "7422-created", seq: 4)
      try await tab.wait(
        until: "[...document.querySelectorAll('.sheet tbody tr')].length == 4")
      let steps = try await tab.text(
        "[...document.querySelectorAll('.steps li:not(.missing) .what')].map((each) => each.textContent).join('|')"
      )
      #expect(
        steps == """
          Published|Received by the box|Stored on the box|Receipt ‘delivered’ arrived|First sample|\
          Last sample|Receipt ‘handled’ arrived
          """)
      let text = try await tab.text(main)
      #expect(text.contains("↻ repeated, sent again by the box"))
      #expect(text.contains("≠ contradictory"))
      #expect(text.contains("900\u{a0}ms"))
      try await tab.photograph("order")
    }
  }

  @Test func `keeps equal ids of different sources apart, and shows the source beside the id`()
    async throws
  {
    let rows =
      "[...document.querySelectorAll('.sheet tbody tr')].map((row) => row.querySelector('.id').innerText.replace(/\\s+/g, ' ') + ' ' + row.querySelector('.outcome').innerText).sort().join('|')"
    try await withShop { shop in
      let box = "s042/kitchen"
      try await shop.state(box, "online")
      try await shop.receipt(box, "delivered", "727", of: "sepay", seq: 1)
      try await shop.receipt(box, "handled", "727", of: "woo", seq: 2, outcome: ("played", 0))
      try await shop.receipt(box, "handled", "727", seq: 3, outcome: ("muted", 9))
      let tab = try await shop.open("#/orders")
      try await tab.wait(
        until:
          "\(rows) == '727 sepay … waiting|727 woo ✓ played|727 – muted'.split('|').sort().join('|')"
      )
      try await tab.photograph("sources")
      try await tab.click(".sheet .id a")
      try await tab.wait(until: "document.querySelectorAll('.card').length == 3")
      let facts = try await tab.text(
        "[...document.querySelectorAll('.facts')].map((each) => each.innerText.replace(/\\s+/g, ' ')).sort().join('|')"
      )
      #expect(facts.contains("Id 727 Source sepay") && facts.contains("Id 727 Source woo"))
      // What comes now is an order's own.
      try await shop.receipt(
        box, "handled", "727", of: "sepay", seq: 4, outcome: ("expired", 5))
      try await tab.wait(until: "document.querySelectorAll('.card .outcome-expired').length == 1")
      try await tab.photograph("order-sources")
    }
  }

  @Test
  func `shows what the rules of a box ignore, in both languages, and nothing if they ignore none`()
    async throws
  {
    try await withShop { shop in
      let (box, other) = ("s042/kitchen", "s042/bar")
      for name in [box, other] { try await shop.state(name, "online") }
      try await shop.health(other)
      try await shop.health(
        box, accepted: 812,
        ignored: [
          .init(topic: "shop/orders/7", count: 1203, last: "type=order.ready"),
          .init(topic: "shop/payments", count: 2, last: "event=<b>refund</b>"),
        ])
      for (language, title, topic) in [
        ("en-GB", "Ignored by the rules", "1,203 on shop/orders/7, the last one: type=order.ready"),
        ("zh-CN", "被规则忽略", "shop/orders/7：1,203 条，最近一条：type=order.ready"),
      ] {
        let tab = try await shop.open("#/box/\(other)", language: language)
        try await tab.wait(until: "document.querySelector('.pairs')")
        #expect(try await !tab.text(main).contains(title))
        try await tab.run("location.hash = '#/box/\(box)'")
        try await tab.wait(until: "\(main).includes('\(title)')")
        let text = try await tab.text(main)
        #expect(text.contains(topic))
        #expect(text.contains("event=<b>refund</b>") && text.contains("812"))
        try await tab.photograph("ignored-\(language)")
        try await tab.send("Page.close")
      }
      #expect(shop.browser.complaints == [])
    }
  }

  @Test func `finds orders by what became of them, and keeps that in the address`() async throws {
    let ids =
      "[...document.querySelectorAll('.sheet .id a')].map((each) => each.textContent).sort().join()"
    try await withShop { shop in
      let ends = [("played", 0), ("failed", 3), ("expired", 5), ("rejected", 8), ("played", 0)]
      for (seq, end) in ends.enumerated() {
        try await shop.receipt(
          "s042/kitchen", "handled", "order-\(seq)", seq: seq + 1, outcome: end)
      }
      try await shop.receipt("s043/bar", "handled", "other", seq: 1, outcome: ("expired", 5))
      let tab = try await shop.open("#/orders?outcome=expired&box=s042/kitchen")
      try await tab.wait(until: "\(ids) == 'order-2'")
      try await tab.click(".chip")
      try await tab.wait(until: "\(ids) == 'order-2,other'")
      try await tab.run(
        """
        { const choice = document.querySelector('#outcome'); choice.value = 'played';
          choice.dispatchEvent(new Event('change')); }
        """)
      try await tab.wait(until: "location.hash == '#/orders?outcome=played'")
      try await tab.wait(until: "\(ids) == 'order-0,order-4'")
      // What comes now is there at once, if it fits.
      try await shop.receipt("s043/bar", "handled", "missed", seq: 2, outcome: ("muted", 9))
      try await shop.receipt("s043/bar", "handled", "newest", seq: 3, outcome: ("played", 0))
      try await tab.wait(until: "\(ids) == 'newest,order-0,order-4'")
      for (counter, shown) in [
        ("failed", "order-1,order-3"), ("expired", "order-2,other"),
        ("handled", "missed,newest,order-0,order-1,order-2,order-3,order-4,other"),
      ] {
        try await tab.click("#counter-\(counter)")
        try await tab.wait(until: "\(ids) == '\(shown)'")
        let count = try await tab.text(
          "document.querySelector('#counter-\(counter) .value').textContent")
        #expect(count == "\(shown.split(separator: ",").count)")
      }
    }
  }

  @Test func `tells orders that nobody answers, those of five minutes and those of a day`()
    async throws
  {
    try await withShop(more: "patience: 1s") { shop in
      try await shop.state("s042/kitchen", "online")
      try await shop.broker.publish(
        #"{"aps":{"soundCommand":"order.new"},"id":"lonely"}"#,
        to: "soundbox/v1/s042/kitchen/command")
      let tab = try await shop.open()
      for counter in ["unanswered", "unanswered-day"] {
        try await tab.wait(
          until: "document.querySelector('#counter-\(counter) .value').textContent == '1'")
        try await tab.click("#counter-\(counter)")
        try await tab.wait(until: "\(main).includes('lonely')")
        let chosen = try await tab.text(
          "document.querySelector('.choices [aria-current]').textContent")
        #expect(chosen == (counter == "unanswered" ? "last 5 minutes" : "last 24 hours"))
      }
      try await tab.wait(
        until: "/^[0-9.]+ (ms|s)$/.test(document.querySelector('#counter-lag .value').textContent)")
    }
  }

  @Test func `groups failures by their reason`() async throws {
    try await withShop { shop in
      for (seq, reason) in ["no device", "no device", "busy"].enumerated() {
        try await shop.receipt(
          "s042/kitchen", "handled", "order-\(seq)", seq: seq + 1, outcome: ("failed", 3),
          reason: reason)
      }
      let tab = try await shop.open("#/failures")
      try await tab.wait(until: "document.querySelectorAll('.sheet')[1]?.rows.length == 4")
      let groups = try await tab.text(
        "[...document.querySelectorAll('.sheet')[0].tBodies[0].rows].map((row) => row.innerText.split('\\t').slice(0, 3).join()).join('|')"
      )
      #expect(groups == "2,✕ failed: audio,no device|1,✕ failed: audio,busy")
      try await tab.click(".sheet .words a")
      try await tab.wait(until: "document.querySelectorAll('.sheet')[1].rows.length == 3")
      try await tab.click("#counter-failed")
      try await tab.wait(until: "document.querySelector('.sheet')?.rows.length == 4")
    }
  }

  @Test func `shows an unknown outcome by its name, in the colour of a failure if it is one`()
    async throws
  {
    let outcomes =
      "[...document.querySelectorAll('.sheet tbody .outcome .sign')].map((each) => each.textContent + (each.classList.contains('failure') ? ' !' : '')).sort().join('|')"
    try await withShop { shop in
      let box = "s042/kitchen"
      try await shop.state(box, "online")
      let tab = try await shop.open("#/orders")
      try await shop.receipt(box, "handled", "a", seq: 1, outcome: ("melted", 71))
      try await shop.receipt(
        box, "handled", "b", seq: 2, outcome: ("whispered", 72), settlesID: true)
      try await shop.receipt(box, "handled", "c", seq: 3, outcome: ("failed", 73))
      try await tab.wait(
        until: "\(outcomes) == '• whispered: 72|✕ failed: 73 !|✕ melted: 71 !'")
      try await tab.wait(
        until: "document.querySelector('#counter-failed .value').textContent == '2'")
      try await tab.run("location.hash = '#/boxes?lastOutcome=failed'")
      try await tab.wait(
        until: "document.querySelector('.c-lastOutcome .failure')?.textContent == '✕ failed'")
      #expect(shop.browser.complaints == [])
    }
  }

  @Test func `shows what boxes write as text, whatever it is`() async throws {
    let markup = "<img src=/nothing onerror=\"window.caught=1\"><script>window.caught=1</script>"
    try await withShop { shop in
      let box = "s042/kitchen"
      try await shop.state(box, "online")
      try await shop.health(box, version: markup)
      try await shop.receipt(box, "delivered", markup, seq: 1)
      try await shop.receipt(
        box, "handled", markup, seq: 2, outcome: ("failed", 3), reason: markup + "\u{202e}txt.exe")
      try await shop.receipt(
        box, "handled", "=spoken", seq: 4, outcome: ("played", 0), spoken: markup)
      try await shop.broker.publish(markup, to: "soundbox/v1/\(box)/receipt/handled")
      let tab = try await shop.open("#/orders")
      try await tab.wait(until: "\(main).includes('onerror')")
      let id = try await tab.text("document.querySelector('.sheet .id a[href*=img]').hash")
      for view in [
        "#/boxes?q=onerror", "#/box/\(box)", id, "#/failures", "#/unreadable", "#/orders",
      ] {
        try await tab.run("location.hash = \(JSON.string(view).encoded)")
        try await tab.wait(until: "\(main).includes('onerror') || \(main).includes('1 of 1')")
        let found = try await tab.run(
          "document.querySelectorAll('#content img, #content script').length")
        #expect(found == .number(JSONNumber(0)), "\(view)")
      }
      try await tab.wait(until: "\(main).includes('⟨202E⟩txt.exe')")
      try await tab.photograph("markup")
      let (caught, violations) = (
        try await tab.run("window.caught ?? null"), try await tab.violations()
      )
      #expect(caught == .null)
      #expect(violations == .array([]))
      #expect(shop.browser.complaints == [])
      // The policy is in force: what the page never does is kept from anybody who would.
      _ = try? await tab.run("document.body.innerHTML = '<b>'")
      try await tab.wait(until: "window.violations.length == 1")
    }
  }
}

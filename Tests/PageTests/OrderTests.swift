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
      // What says nothing new is not told at once: it is there when somebody looks.
      try await tab.wait(
        until: """
          [...document.querySelectorAll('.sheet tbody tr')].length == 4
            || (location.hash = '#/orders', location.hash = '#/order/7421-created', false)
          """)
      let steps = try await tab.text(
        "[...document.querySelectorAll('.steps li:not(.missing) .what')].map((each) => each.textContent).join('|')"
      )
      #expect(
        steps == """
          Published|Arrived at the box|On the box’s disk|Receipt ‘delivered’ here|First sample|\
          Drained: the last sample has left|Receipt ‘handled’ here
          """)
      let text = try await tab.text(main)
      #expect(text.contains("↻ repeated, sent again by the box"))
      #expect(text.contains("≠ contradictory"))
      #expect(text.contains("900 ms"))
      try await tab.photograph("order")
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

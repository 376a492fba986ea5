import BrowserKit
import TestKit
import Testing
import Wire

@Suite(.serialized, .timeLimit(.minutes(2))) struct `The table of boxes in a browser` {
  static let shown = "[...document.querySelectorAll('.space .row:not([hidden])')]"
  static let names = "\(shown).map((row) => row.dataset.key).join(' ')"

  /// Three boxes: one well, one without its sound device, one lost.
  private func fill(_ shop: Shop) async throws {
    try await shop.state("s042/kitchen", "online")
    try await shop.health("s042/kitchen", queue: 3)
    try await shop.state("s042/bar", "online")
    try await shop.health("s042/bar", audio: "unavailable")
    try await shop.state("s043/terrace", "lost")
  }

  @Test func `shows the boxes that a counter counts, once it is clicked`() async throws {
    try await withShop { shop in
      try await fill(shop)
      let tab = try await shop.open()
      try await tab.wait(
        until: """
          ["total", "online", "degraded", "lost"].map((name) =>
            document.querySelector(`#counter-${name} .value`).textContent).join() == "3,1,1,1"
          """)
      try await tab.photograph("boxes")
      for (counter, box) in [
        ("degraded", "s042/bar"), ("lost", "s043/terrace"), ("online", "s042/kitchen"),
      ] {
        try await tab.click("#counter-\(counter)")
        try await tab.wait(until: "\(Self.names) == '\(box)'")
        let state = try await tab.text(
          "document.querySelector('#counter-\(counter)').getAttribute('aria-current')")
        #expect(state == "true")
      }
      try await tab.click("#counter-total")
      try await tab.wait(until: "\(Self.shown).length == 3")
      let violations = try await tab.violations()
      #expect(violations == .array([]))
      #expect(shop.browser.complaints == [])
    }
  }

  @Test func `finds boxes by words and by their columns, and keeps the view in the address`()
    async throws
  {
    try await withShop { shop in
      try await fill(shop)
      let tab = try await shop.open()
      try await tab.wait(until: "\(Self.shown).length == 3")
      try await tab.click("#search")
      try await tab.type("s042 no audio")
      try await tab.wait(until: "\(Self.names) == 's042/bar'")
      let address = try await tab.text("location.href")
      let again = try await shop.open(String(address.dropFirst(shop.page.count)))
      try await again.wait(until: "\(Self.names) == 's042/bar'")
      let filtered = try await shop.open("#/boxes?queue=%3E2&sort=-box")
      try await filtered.wait(until: "\(Self.names) == 's042/kitchen'")
      try await filtered.click(".chip")
      try await filtered.wait(until: "\(Self.names) == 's043/terrace s042/kitchen s042/bar'")
    }
  }

  @Test func `exports what is shown`() async throws {
    try await withShop { shop in
      try await fill(shop)
      let tab = try await shop.open("#/boxes?store=s042&sort=-box")
      try await tab.wait(until: "\(Self.shown).length == 2")
      try await tab.run(
        """
        { const make = URL.createObjectURL;
          URL.createObjectURL = (blob) => { window.exported = blob.text(); return make.call(URL, blob); }; }
        """)
      try await tab.click(".menu:has(#export-shown) > summary")
      try await tab.click("#export-shown")
      try await tab.wait(until: "window.exported")
      let text = try await tab.text("window.exported")
      let lines = text.split(separator: "\r\n").map { $0.split(separator: ",").prefix(3) }
      #expect(
        lines == [
          ["condition", "store", "box"], ["online", "s042", "kitchen"],
          ["degraded", "s042", "bar"],
        ])
    }
  }

  @Test func `writes a receipt into the row that stands there`() async throws {
    try await withShop { shop in
      try await fill(shop)
      let tab = try await shop.open()
      try await tab.wait(until: "\(Self.shown).length == 3")
      try await tab.run("window.row = document.querySelector('[data-key=\"s042/kitchen\"]')")
      try await shop.receipt("s042/kitchen", "delivered", "7421", seq: 1)
      try await shop.receipt("s042/kitchen", "handled", "7421", seq: 2, outcome: ("played", 0))
      try await tab.wait(
        until: "window.row.querySelector('.c-lastOutcome').textContent.includes('played')")
      let isSame = try await tab.run(
        "window.row === document.querySelector('[data-key=\"s042/kitchen\"]')")
      #expect(isSame == .bool(true))
      try await tab.wait(
        until: "document.querySelector('#counter-handled .value').textContent == '1'")
    }
  }

  @Test func `says that a box has fallen silent, though nothing comes any more`() async throws {
    try await withShop(more: "patience: 2s") { shop in
      try await shop.state("s042/kitchen", "online")
      let tab = try await shop.open()
      try await tab.wait(until: "\(Self.shown).length == 1")
      try await shop.receipt("s042/kitchen", "delivered", "7421", seq: 1)
      try await tab.wait(
        until: "document.querySelector('[data-key=\"s042/kitchen\"]').innerText.includes('silent')")
      try await tab.click("#counter-silent")
      try await tab.wait(until: "location.hash.includes('silent') && \(Self.shown).length == 1")
    }
  }

  @Test func `draws ten thousand boxes only as far as they can be seen`() async throws {
    let names = (0..<10_000).map { "s\(1000 + $0 / 8)/box-\($0 % 8)" }
    let roster = "boxes: [\(names.joined(separator: ", "))]"
    try await withShop(more: roster) { shop in
      let tab = try await shop.open()
      try await tab.wait(
        until: "document.querySelector('.count').textContent == '10,000 of 10,000'")
      try await tab.wait(until: "\(Self.shown).length > 10")
      let drawn = try await tab.run("document.querySelectorAll('.space .row').length")
      #expect(Int(drawn.text ?? "") ?? .max < 100)
      try await tab.run("document.querySelector('.rows').focus()")
      try await tab.press("End", code: 35)
      try await tab.wait(
        until: "document.querySelector('.row.active')?.dataset.key == 's2249/box-7'")
      try await tab.photograph("boxes-10000")
    }
  }
}

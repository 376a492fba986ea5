import BrowserKit
import TestKit
import Testing
import Wire

@Suite(.serialized, .timeLimit(.minutes(2))) struct `The page for everybody` {
  @Test func `is used with nothing but a keyboard`() async throws {
    try await withShop { shop in
      for box in ["a", "b", "c"] { try await shop.state("s042/\(box)", "online") }
      let tab = try await shop.open()
      try await tab.wait(
        until: "document.querySelectorAll('.space .row:not([hidden])').length == 3")
      try await tab.press("Tab", code: 9)
      try await tab.wait(until: "document.activeElement.id == 'skip'")
      try await tab.press("Enter", code: 13, text: "\r")
      try await tab.wait(until: "document.activeElement.id == 'content'")
      // From there to the rows, by Tab alone.
      var stops = 0
      while try await tab.run("document.activeElement.matches('.rows')") == .bool(false), stops < 60
      {
        try await tab.press("Tab", code: 9)
        stops += 1
        let isSeen = try await tab.run(
          "document.activeElement.checkVisibility() && getComputedStyle(document.activeElement).outlineStyle !== 'none'"
        )
        let place = try await tab.text("document.activeElement.outerHTML.slice(0, 120)")
        #expect(isSeen == .bool(true), "\(place)")
      }
      try await tab.press("ArrowDown", code: 40)
      try await tab.wait(
        until: """
          document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))
            ?.dataset.key == 's042/b'
          """)
      try await tab.photograph("keyboard")
      try await tab.press("Enter", code: 13, text: "\r")
      try await tab.wait(
        until: "document.querySelector('#content h1') && location.hash == '#/box/s042/b'")
      try await tab.run("document.querySelector('[data-ask=stop]').focus()")
      try await tab.press("Enter", code: 13, text: "\r")
      try await tab.wait(
        until: "document.querySelector('dialog')?.contains(document.activeElement)")
      try await tab.press("Escape", code: 27)
      try await tab.wait(
        until: "!document.querySelector('dialog') && document.activeElement.dataset.ask == 'stop'")
      try await tab.run("location.hash = '#/boxes'")
      try await tab.wait(until: "document.querySelector('#search')")
      try await tab.press("/", code: 191, text: "/")
      try await tab.wait(
        until: "document.activeElement.id == 'search' && document.activeElement.value == ''")
    }
  }

  @Test(arguments: [false, true])
  func `fits a phone in every view`(isDark: Bool) async throws {
    try await withShop { shop in
      let long = String(repeating: "W", count: 64)
      let box = "\(long)/\(long)"
      try await shop.state(box, "online")
      try await shop.health(box, audio: "unavailable", version: String(repeating: "9", count: 90))
      let id = String(repeating: "i", count: 128)
      try await shop.receipt(box, "delivered", id, seq: 1)
      try await shop.receipt(
        box, "handled", id, seq: 2, outcome: ("failed", 2),
        reason: String(repeating: "r", count: 300))
      try await shop.broker.publish(
        String(repeating: "x", count: 900), to: "soundbox/v1/\(box)/receipt/handled")
      let tab = try await shop.open("#/boxes", size: (390, 844), isDark: isDark)
      for view in [
        "boxes", "boxes?version=9", "box/\(box)", "orders", "order/\(id)", "failures", "unanswered",
        "alarms", "actions", "unreadable",
      ] {
        try await tab.run("location.hash = '#/\(view)'")
        try await tab.wait(
          until: "!document.querySelector('#content').innerText.includes('Loading')")
        try await tab.wait(until: "document.querySelector('#content').innerText.length > 10")
        let widths = try await tab.text(
          "[...document.querySelectorAll('body *')].filter((each) => each.checkVisibility() && !each.closest('svg, thead, .unseen') && each.getBoundingClientRect().right > innerWidth + 1 && !each.closest('.cell, .row')).map((each) => each.outerHTML.slice(0, 90)).join(' | ')"
        )
        #expect(widths == "", "\(view)")
        let isWide = try await tab.run("document.documentElement.scrollWidth > innerWidth")
        #expect(isWide == .bool(false), "\(view)")
        let name = view.split(separator: "?")[0].split(separator: "/")[0]
        try await tab.photograph("phone-\(name)-\(isDark ? "dark" : "light")")
      }
    }
  }

  @Test func `speaks Chinese to those who read it, and English again when asked`() async throws {
    try await withShop { shop in
      try await shop.state("s042/kitchen", "lost")
      let tab = try await shop.open(language: "zh-CN")
      try await tab.wait(
        until: "document.querySelector('.row[data-key]')?.innerText.includes('失联')")
      let (language, title) = (
        try await tab.text("document.documentElement.lang"), try await tab.text("document.title")
      )
      #expect(language == "zh-CN")
      #expect(title == "音箱机群")
      try await tab.photograph("chinese")
      let differences = try await tab.text(
        """
        import("/words.js").then(({ dictionary: { en, zh } }) => {
          const places = (text) => (text?.match(/\\{\\w+\\}/g) ?? []).sort().join();
          return [...new Set([...Object.keys(en), ...Object.keys(zh)])]
            .filter((key) => !(key in en) || !(key in zh) || places(en[key]) !== places(zh[key])).join();
        })
        """)
      #expect(differences == "")
      try await tab.run(
        "{ const choice = document.querySelector('#language'); choice.value = 'en'; choice.dispatchEvent(new Event('change')); }"
      )
      try await tab.wait(
        until: "document.querySelector('.row[data-key]')?.innerText.includes('lost')")
    }
  }
}

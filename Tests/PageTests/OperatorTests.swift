import BrowserKit
import TestKit
import Testing
import Wire

@Suite(.serialized, .timeLimit(.minutes(2))) struct `An operator in a browser` {
  private let main = "document.querySelector('#content').innerText"

  @Test func `sets the volume of a real box, which answers, and it is written down who did`()
    async throws
  {
    try await withShop { shop in
      let box = try await shop.startBox()
      let tab = try await shop.open("#/box/s042/counter-1")
      try await tab.click("[data-ask=volume]")
      try await tab.wait(until: "document.querySelector('dialog[open] input[name=volume]')")
      try await tab.photograph("volume")
      try await tab.run("document.querySelector('dialog input[name=volume]').select()")
      try await tab.type("35")
      try await tab.press("Enter", code: 13, text: "\r")
      try await tab.wait(until: "document.querySelector('dialog .answer').textContent == '✓ Done.'")
      try await tab.press("Enter", code: 13, text: "\r")
      try await tab.wait(until: "!document.querySelector('dialog')")
      try await tab.wait(until: "\(main).includes('35 %')")
      try await tab.photograph("box")
      try await tab.run("location.hash = '#/actions'")
      try await tab.wait(until: "document.querySelector('.sheet')?.rows.length == 2")
      let row = try await tab.text("document.querySelector('.sheet tbody').innerText")
      for word in ["local", "127.0.0.1", "s042/counter-1", "volume", "35", "✓ ok"] {
        #expect(row.contains(word), "\(row)")
      }
      #expect(shop.browser.complaints == [])
      await box.stop()
    }
  }

  @Test func `is told what a box refuses, and that nobody is there`() async throws {
    try await withShop { shop in
      let box = try await shop.startBox()
      try await shop.state("s042/ghost", "online")
      try await shop.receipt("s042/counter-1", "handled", "unknown", seq: 1, outcome: ("played", 0))
      let tab = try await shop.open("#/order/unknown")
      try await tab.click(".card .buttons button")
      try await tab.click("dialog button.main")
      try await tab.wait(
        until:
          "document.querySelector('dialog .answer').textContent.startsWith('✕ Failed: refused')")
      try await tab.press("Escape", code: 27)
      try await tab.run("location.hash = '#/box/s042/ghost'")
      try await tab.click("[data-ask=health]")
      try await tab.click("dialog button.main")
      try await tab.wait(
        until:
          "document.querySelector('dialog .answer').textContent.includes('box offline')")
      await box.stop()
    }
  }

  @Test func `comes in with a token, does what the role allows, and goes`() async throws {
    try await withTemporaryFolder { folder in
      let tokens = ["view": "token-of-somebody-who-looks", "operate": "token-of-somebody-who-acts"]
      for (role, token) in tokens { _ = try write(token, to: "\(folder)/\(role)") }
      let members = ["view", "operate"].map {
        "{name: \($0)er, role: \($0), tokenFile: \(folder)/\($0)}"
      }
      try await withShop(web: "access: [\(members.joined(separator: ", "))]") { shop in
        try await shop.state("s042/kitchen", "online")
        let tab = try await Tab(in: shop.browser)
        try await tab.open(shop.page + "#/box/s042/kitchen")
        try await tab.wait(until: "document.activeElement?.id == 'token'")
        try await tab.photograph("login")
        try await tab.type("not-the-token")
        try await tab.press("Enter", code: 13, text: "\r")
        try await tab.wait(
          until: "document.querySelector('#login-fault').textContent == 'Unknown token.'")
        for (role, buttons) in [("view", 0), ("operate", 5)] {
          try await tab.run("document.querySelector('#token').select()")
          try await tab.type(tokens[role] ?? "")
          try await tab.press("Enter", code: 13, text: "\r")
          try await tab.wait(until: "document.querySelector('#content h1')")
          try await tab.wait(
            until: "document.querySelector('#who').textContent.includes('\(role)er')")
          let count = try await tab.run("document.querySelectorAll('[data-ask]').length")
          #expect(count == .number(JSONNumber(buttons)))
          try await tab.click("#logout")
          try await tab.wait(until: "document.activeElement?.id == 'token'")
        }
        let violations = try await tab.violations()
        #expect(violations == .array([]))
      }
    }
  }
}

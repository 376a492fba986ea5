/// A file of the page, which is part of the program.
public struct PageAsset: Sendable {
  let bytes: [UInt8]
  let type: String

  /// Finds a file.
  ///
  /// - Parameter path: The path under which it is asked for.
  public init?(path: String) {
    switch path {
    case "/": self.init(PackageResources.page_html, "text/html; charset=utf-8")
    case "/page.css": self.init(PackageResources.page_css, "text/css; charset=utf-8")
    case "/icon.svg": self.init(PackageResources.icon_svg, "image/svg+xml")
    case "/page.js": self.init(script: PackageResources.page_js)
    case "/words.js": self.init(script: PackageResources.words_js)
    case "/parts.js": self.init(script: PackageResources.parts_js)
    case "/fleet.js": self.init(script: PackageResources.fleet_js)
    case "/boxes.js": self.init(script: PackageResources.boxes_js)
    case "/orders.js": self.init(script: PackageResources.orders_js)
    case "/box.js": self.init(script: PackageResources.box_js)
    default: return nil
    }
  }

  private init(script bytes: [UInt8]) { self.init(bytes, "text/javascript; charset=utf-8") }

  private init(_ bytes: [UInt8], _ type: String) {
    self.bytes = bytes
    self.type = type
  }
}

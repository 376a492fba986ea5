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
    case "/page.js": self.init(PackageResources.page_js, "text/javascript; charset=utf-8")
    case "/icon.svg": self.init(PackageResources.icon_svg, "image/svg+xml")
    default: return nil
    }
  }

  private init(_ bytes: [UInt8], _ type: String) {
    self.bytes = bytes
    self.type = type
  }
}

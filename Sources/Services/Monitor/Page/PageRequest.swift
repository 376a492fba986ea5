import Wire

/// A request to the page, after access was granted.
public struct PageRequest: Sendable {
  /// The method, such as `GET`.
  public var method: String
  /// The path, decoded.
  public var path: String
  /// The query's items, decoded, in order.
  public var query: [(name: String, value: String)] = []
  /// The body.
  public var body: [UInt8] = []
  /// Who sent it.
  public var principal: Principal
  /// Whether the login cookie granted access: such a login can be ended.
  public var hasLogin = false
  /// The header `Last-Event-ID`, if a browser reconnects to the events.
  public var lastEventID: String?
  /// The header `Accept`.
  public var accept = ""

  /// Describes a request without query and body.
  ///
  /// - Parameters:
  ///   - method: The method, such as `GET`.
  ///   - path: The path, decoded.
  ///   - principal: Who sent it.
  public init(_ method: String, _ path: String, by principal: Principal) {
    self.method = method
    self.path = path
    self.principal = principal
  }

  /// The first value of a query item.
  subscript(name: String) -> String? { query.first { $0.name == name }?.value }

  /// A number of the query, limited to a range.
  func number(_ name: String, default usual: Int, in range: ClosedRange<Int>) -> Int {
    self[name].flatMap { Int($0) }.map { min(max($0, range.lowerBound), range.upperBound) } ?? usual
  }

  /// The box of the query item `name`.
  func box() throws(Refusal) -> BoxName {
    guard let text = self["name"] else { throw Refusal("name", "is missing") }
    guard let name = BoxName(text) else { throw Refusal("name", "must be store/box") }
    return name
  }

  /// The box of the query item `name`, if there is one.
  func optionalBox() throws(Refusal) -> BoxName? { self["name"] == nil ? nil : try box() }
}

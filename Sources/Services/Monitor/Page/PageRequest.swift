/// What somebody asks of the page.
public struct PageRequest: Sendable {
  /// The method, such as `GET`.
  public var method: String
  /// The path, decoded.
  public var path: String
  /// The query's items, decoded, in order.
  public var query: [(name: String, value: String)]
  /// What was sent along.
  public var body: [UInt8]
  /// Who asks.
  public var principal: Principal
  /// Whether they were let in by a cookie, and can thus log out.
  public var hasSession: Bool
  /// What a browser has seen last, if it comes back to the events.
  public var lastEventID: String?
  /// What the asker can read, as it says.
  public var accept: String

  /// Describes a request.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The path, decoded.
  ///   - query: The query's items, decoded.
  ///   - body: What was sent along.
  ///   - principal: Who asks.
  ///   - hasSession: Whether they were let in by a cookie.
  ///   - lastEventID: What a browser has seen last.
  ///   - accept: What the asker can read.
  public init(
    method: String, path: String, query: [(name: String, value: String)] = [], body: [UInt8] = [],
    principal: Principal, hasSession: Bool = false, lastEventID: String? = nil, accept: String = ""
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.body = body
    self.principal = principal
    self.hasSession = hasSession
    self.lastEventID = lastEventID
    self.accept = accept
  }

  subscript(name: String) -> String? { query.first { $0.name == name }?.value }

  /// A number of the query, kept within its bounds.
  func number(_ name: String, default usual: Int, in range: ClosedRange<Int>) -> Int {
    self[name].flatMap { Int($0) }.map { min(max($0, range.lowerBound), range.upperBound) } ?? usual
  }
}

/// Who asks.
public struct Principal: Sendable, Equatable {
  /// What somebody may do.
  public enum Role: String, Sendable, Comparable, CaseIterable {
    /// Look.
    case view
    /// Look, and ask boxes to do something.
    case operate

    public static func < (left: Role, right: Role) -> Bool {
      left == .view && right == .operate
    }
  }

  /// By what name access was granted; it stands in the audit.
  public var name: String
  /// What they may do.
  public var role: Role
  /// From where they ask.
  public var origin: String

  /// Describes a visitor.
  ///
  /// - Parameters:
  ///   - name: By what name access was granted.
  ///   - role: What they may do.
  ///   - origin: From where they ask.
  public init(name: String, role: Role, origin: String) {
    self.name = name
    self.role = role
    self.origin = origin
  }
}

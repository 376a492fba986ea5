/// What a web server answered.
public struct HTTPReply: Sendable, Equatable {
  /// The status, such as 200; redirects are not followed, so 302 is one.
  public var status: Int
  /// The head's lines, in their order.
  public var headers: [HTTPHeader]
  /// The body.
  public var body: [UInt8]

  /// Whether the server says that all went well.
  public var isSuccess: Bool { (200...299).contains(status) }

  /// The first value under a name; upper and lower case mean the same.
  ///
  /// - Parameter name: The name.
  public subscript(name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// What a client was answered.
struct Response {
  let status: Int
  let headers: [String]
  var body: [UInt8] = []
  /// Whether the body came to its end.
  var isWhole = true

  var text: String { String(decoding: body, as: UTF8.self) }

  func header(_ name: String) -> String? {
    headers.first { $0.lowercased().hasPrefix("\(name.lowercased()): ") }
      .map { String($0.dropFirst(name.count + 2)) }
  }
}

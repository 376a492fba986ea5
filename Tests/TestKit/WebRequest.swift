/// What a client asked of a ``ScriptedWebServer``.
public struct WebRequest: Sendable {
  /// The client left before the end of its request.
  public struct Broken: Error {}

  /// The first line, such as `GET / HTTP/1.1`.
  public let line: String
  /// The other lines of the head: values by names in lower case.
  public let headers: [String: String]
  /// The body.
  public let body: String

  /// Takes a request from what has come; `nil` if it is not whole yet.
  init?(takenFrom bytes: inout [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let lines = parts[0].split(separator: "\r\n")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let pair = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      headers[pair[0].lowercased()] = pair.last.map { String($0.drop { $0 == " " }) }
    }
    let head = parts[0].utf8.count + 4
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    guard bytes.count >= head + length else { return nil }
    line = lines.first.map { String($0) } ?? ""
    self.headers = headers
    body = String(decoding: bytes[head..<head + length], as: UTF8.self)
    bytes.removeFirst(head + length)
  }
}

/// An event that a server has sent (WHATWG HTML, 9.2).
struct ServerEvent: Equatable {
  var name = ""
  var data = ""
  /// By this a client that comes back tells what it has seen.
  var id: String?
}

/// Makes events of the lines that a server sends.
struct ServerEventReader {
  private var event = ServerEvent()
  private var data: [Substring] = []

  /// Takes a line.
  ///
  /// - Parameter line: The line, without its end.
  /// - Returns: The event that the line ends, if any.
  mutating func take(_ line: String) -> ServerEvent? {
    if line.isEmpty {
      defer { (event, data) = (ServerEvent(), []) }
      guard !data.isEmpty else { return nil }
      event.data = data.joined(separator: "\n")
      return event
    }
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    var value = parts.count == 2 ? parts[1] : ""
    if value.first == " " { value.removeFirst() }
    switch parts[0] {
    case "event": event.name = String(value)
    case "id": event.id = String(value)
    case "data": data.append(value)
    // What begins with a colon is a comment.
    default: break
    }
    return nil
  }
}

/// A response with what its body comes from.
struct PreparedResponse: Sendable {
  let response: WebResponse
  /// Where the body comes from, unless it is whole already.
  let outflow: ResponseBodyStream?

  init(_ response: WebResponse) {
    self.response = response
    outflow =
      switch response.body {
      case .bytes: nil
      case .chunks: ResponseBodyStream(unreadLimit: .max, isWatched: false) {}
      case .stream(let stream): stream.outflow
      }
  }

  /// Feeds the client with what is to be asked for, until it has all or has gone.
  func feed() async {
    guard case .chunks(let next) = response.body, let outflow else { return }
    do {
      while await outflow.isHungry() {
        let piece = try await next()
        if Task.isCancelled { return outflow.breakOff() }
        guard let piece else { return outflow.finish() }
        _ = outflow.append(piece)
      }
    } catch {
      outflow.breakOff()
    }
  }
}

/// A request and the way it is made, looked at.
struct Plan: Sendable {
  let request: HTTPRequest
  let settings: CallSettings
  /// What is tried, for errors.
  let step: String
  /// Whether it goes on for as long as lines come.
  let isStream: Bool

  /// Looks at a request.
  init(_ request: HTTPRequest, _ settings: CallSettings, isStream: Bool) throws(CallError) {
    step = "call \(try Address(request.url).server)"
    guard HTTPHeader.isToken(request.method) else {
      throw CallError(
        step: step, reason: "the method is no word", hint: "use one such as GET or POST")
    }
    if let header = request.headers.first(where: { !$0.isSound }) {
      // Not its value: that may be a token.
      let name = HTTPHeader.isToken(header.name) ? header.name : "a header"
      throw CallError(
        step: step, reason: "\(name) holds signs that no header may hold",
        hint: "take line ends and control characters out, also from the file it was read from")
    }
    guard (settings.certificate == nil) == (settings.key == nil) else {
      throw CallError(
        step: step, reason: "of certificate and key only one is given", hint: "give both or none")
    }
    self.request = request
    self.settings = settings
    self.isStream = isStream
  }

  /// Why the answer is none that was wanted, if so: a stream is only read if it is the right one.
  func fault(status: Int) -> CallError? {
    isStream && !(200...299).contains(status) ? .refused(step, status: status) : nil
  }
}

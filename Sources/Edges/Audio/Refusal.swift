/// Why some bytes are not a sound we take, for an error that adds the file's name.
struct Refusal: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

import Wire

/// One command on one box.
struct CommandKey: Sendable, Hashable {
  let box: BoxName
  let id: String
}

/// A command's place in the queue.
public enum Priority: String, Sendable, CaseIterable {
  case low, normal, high
}

/// Commands in the order in which they have come.
///
/// Adding at the end and taking from the front cost the same however many wait.
struct Lane: Sendable {
  private var items: [QueuedCommand] = []
  private var head = 0

  var first: QueuedCommand? { head < items.count ? items[head] : nil }
  var count: Int { items.count - head }
  /// All that wait, in order.
  var all: ArraySlice<QueuedCommand> { items[head...] }

  /// Puts a command into its place.
  mutating func insert(_ item: QueuedCommand) {
    var index = items.count
    while index > head, item.isBefore(items[index - 1]) { index -= 1 }
    items.insert(item, at: index)
  }

  /// Takes the first command out.
  mutating func removeFirst() {
    head += 1
    if head > 64, head * 2 > items.count {
      items.removeFirst(head)
      head = 0
    }
  }

  /// Takes all commands out that answer to a description.
  mutating func remove(where matches: (QueuedCommand) -> Bool) -> [QueuedCommand] {
    let removed = all.filter(matches)
    guard !removed.isEmpty else { return [] }
    items = all.filter { !matches($0) }
    head = 0
    return removed
  }
}

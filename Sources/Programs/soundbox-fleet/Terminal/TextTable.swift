/// A table of text for a terminal.
struct TextTable {
  /// A column.
  struct Column {
    let title: String
    /// Whether it is aligned to the right.
    let isNumber: Bool
    /// The width in cells to which it may be cut if space is short.
    let minimum: Int

    init(_ title: String, isNumber: Bool = false, minimum: Int = 4) {
      self.title = title
      self.isNumber = isNumber
      self.minimum = minimum
    }
  }

  struct Cell {
    let text: String
    let color: TerminalColor

    /// Makes a cell of untrusted text.
    init(_ text: String?, _ color: TerminalColor = .plain) {
      self.text = text.map(VisibleText.of) ?? ""
      self.color = color
    }
  }

  let columns: [Column]
  var rows: [[Cell]] = []

  init(_ columns: [Column]) { self.columns = columns }

  /// The table's lines, titles first.
  ///
  /// - Parameters:
  ///   - width: The longest line, in cells; `nil` for no limit.
  ///   - isColoured: Whether to use colours.
  /// - Returns: The lines, without ends.
  func lines(width: Int?, isColoured: Bool) -> [String] {
    let all = [columns.map { Cell($0.title, .faint) }] + rows
    let widths = widths(of: all, within: width)
    return all.map { row in
      var line = ""
      var room = width ?? .max
      for (index, cell) in row.enumerated() where room > 0 {
        let isLast = index == row.count - 1
        let text = cell.text.cut(to: min(widths[index], room))
        let gap = String(repeating: " ", count: max(0, min(widths[index], room) - text.cells))
        let colored = isColoured ? cell.color.applied(to: text) : text
        line += columns[index].isNumber ? gap + colored : isLast ? colored : colored + gap
        room -= min(widths[index], room)
        if !isLast, room > 0 {
          line += String(repeating: " ", count: min(2, room))
          room -= min(2, room)
        }
      }
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }

  /// The width of each column: that of its widest cell, or less if space is short.
  private func widths(of all: [[Cell]], within width: Int?) -> [Int] {
    var widths = columns.indices.map { index in all.map { $0[index].text.cells }.max() ?? 0 }
    guard let width else { return widths }
    var excess = widths.reduce(0, +) + 2 * (columns.count - 1) - width
    while excess > 0 {
      let candidates = columns.indices.filter { widths[$0] > columns[$0].minimum }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }
}

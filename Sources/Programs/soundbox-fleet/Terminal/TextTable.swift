/// A table of words for a terminal.
struct TextTable {
  /// A column.
  struct Column {
    let title: String
    /// Whether it stands at the right, as numbers do.
    let isNumber: Bool
    /// To so many cells it may be cut if there is no room.
    let least: Int

    init(_ title: String, isNumber: Bool = false, least: Int = 4) {
      self.title = title
      self.isNumber = isNumber
      self.least = least
    }
  }

  /// A word of the table.
  struct Cell {
    let text: String
    let ink: TerminalColor

    /// Takes a word from elsewhere, and makes sure that it can be shown.
    init(_ text: String?, _ ink: TerminalColor = .plain) {
      self.text = text.map(VisibleText.of) ?? ""
      self.ink = ink
    }
  }

  let columns: [Column]
  var rows: [[Cell]] = []

  init(_ columns: [Column]) { self.columns = columns }

  /// The table's lines, its titles first.
  ///
  /// - Parameters:
  ///   - width: How many cells a line may take; `nil` for as many as it wants.
  ///   - isColoured: Whether colours are used.
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
        let inked = isColoured ? cell.ink.on(text) : text
        line += columns[index].isNumber ? gap + inked : isLast ? inked : inked + gap
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

  /// How wide each column is: as wide as its widest word, and less where there is no room.
  private func widths(of all: [[Cell]], within width: Int?) -> [Int] {
    var widths = columns.indices.map { index in all.map { $0[index].text.cells }.max() ?? 0 }
    guard let width else { return widths }
    var excess = widths.reduce(0, +) + 2 * (columns.count - 1) - width
    while excess > 0 {
      let candidates = columns.indices.filter { widths[$0] > columns[$0].least }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }
}

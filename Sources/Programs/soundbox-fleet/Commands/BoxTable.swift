import Wire

/// Boxes as lines of a table.
enum BoxTable {
  /// The boxes of an answer, each as an object.
  static func boxes(in answer: JSON) -> [JSON] {
    let columns = answer.list("columns").map { $0.text ?? "" }
    return answer.list("rows").map { row in
      guard case .array(let values) = row else { return .null }
      var box = JSONObject()
      for (column, value) in zip(columns, values) { box[column] = value }
      return .object(box)
    }
  }

  /// Lays boxes out.
  ///
  /// - Parameters:
  ///   - boxes: The boxes.
  ///   - now: What time it is, by the monitor's clock.
  /// - Returns: The table.
  static func table(of boxes: [JSON], at now: Timestamp) -> TextTable {
    var table = TextTable([
      .init("BOX", least: 12), .init("CONDITION", least: 10),
      .init("SINCE", isNumber: true, least: 7),
      .init("HEARD", isNumber: true, least: 7), .init("QUEUE", isNumber: true, least: 5),
      .init("VOLUME", isNumber: true, least: 6), .init("AUDIO"), .init("LAST ORDER"),
      .init("MISSING", isNumber: true, least: 7), .init("VERSION"), .init("TROUBLES"),
    ])
    table.rows = boxes.map { box in
      let condition = box.text("condition") ?? ""
      let isSilent = box.isTrue("silent")
      return [
        .init("\(box.text("store") ?? "")/\(box.text("box") ?? "")"),
        .init(
          isSilent ? "\(condition), silent" : condition,
          TerminalColor(condition: isSilent ? "silent" : condition)),
        .init(box.moment("stateSince")?.age(at: now)), .init(box.moment("lastSeen")?.age(at: now)),
        .init(box["queue"]?.text), .init(box["volume"]?.text), .init(box.text("audio")),
        .init(box.text("lastOutcome"), TerminalColor(outcome: box.text("lastOutcome"))),
        .init(box["missing"]?.text), .init(box.text("version")),
        .init(box.list("troubles").compactMap(\.text).joined(separator: " "), .yellow),
      ]
    }
    return table
  }
}

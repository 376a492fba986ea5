import Voice

extension PackFault {
  static func row(_ row: RecordingScript.Row, _ problem: String, _ remedy: String) -> PackFault {
    PackFault(file: "script.csv", path: "line \(row.line)", problem: problem, remedy: remedy)
  }

  static func credits(_ line: Int, _ problem: String) -> PackFault {
    PackFault(
      file: "SOURCES.csv", path: "line \(line)", problem: problem,
      remedy: "write \(RecordingCredits.columns.joined(separator: ","))")
  }

  static func recording(
    _ file: String, of name: String, _ problem: String, _ remedy: String
  ) -> PackFault {
    PackFault(file: file, path: name, problem: problem, remedy: remedy)
  }
}

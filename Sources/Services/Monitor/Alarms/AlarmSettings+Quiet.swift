import Wire

extension AlarmSettings {
  /// Whether nobody wants to be told about something now.
  func isQuiet(_ subject: AlarmSubject, at moment: Timestamp) -> Bool {
    guard let store = subject.store, let windows = quiet[store], !windows.isEmpty else {
      return false
    }
    let time = localTime(moment)
    return windows.contains { $0.contains(time) }
  }
}

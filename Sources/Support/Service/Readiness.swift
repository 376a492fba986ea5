import CSystemd

/// What the service manager is told about the daemon (`sd_notify(3)`); without one nothing happens.
public enum Readiness {
  /// The daemon does its work now.
  ///
  /// - Parameter status: A line for `systemctl status`.
  public static func ready(_ status: String) { notify("READY=1\n" + line(status)) }

  /// What the daemon is at.
  ///
  /// - Parameter text: A line for `systemctl status`.
  public static func status(_ text: String) { notify(line(text)) }

  /// The daemon has begun to end.
  public static func stopping() { notify("STOPPING=1") }

  /// The assignment of a status; a line end inside it would begin another assignment.
  static func line(_ status: String) -> String {
    "STATUS=" + status.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  private static func notify(_ state: String) { _ = unsafe sd_notify(0, state) }
}

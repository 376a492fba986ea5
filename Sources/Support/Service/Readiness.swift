import CSystemd

/// Notifications to the service manager (`sd_notify(3)`); without one they do nothing.
public enum Readiness {
  /// Reports that the daemon is up.
  ///
  /// - Parameter status: A line for `systemctl status`.
  public static func ready(_ status: String) { notify("READY=1\n" + line(status)) }

  /// Reports what the daemon is doing.
  ///
  /// - Parameter text: A line for `systemctl status`.
  public static func status(_ text: String) { notify(line(text)) }

  /// Reports that the daemon is shutting down.
  public static func stopping() { notify("STOPPING=1") }

  /// The assignment of a status on one line: a line end would begin another assignment.
  static func line(_ status: String) -> String {
    "STATUS=" + status.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  private static func notify(_ state: String) { _ = unsafe sd_notify(0, state) }
}

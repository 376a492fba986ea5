extension Access {
  /// What came of a token that somebody has typed.
  public enum Opening: Sendable, Equatable {
    /// They are let in: the cookie's value, and who they are.
    case opened(cookie: String, Principal)
    /// They are not: the HTTP status, and why.
    case refused(Int, String)
  }

  /// What was decided.
  public enum Admission: Sendable, Equatable {
    /// They are let in.
    case principal(Principal)
    /// They are not: the HTTP status, and why.
    case refused(Int, String)
  }
}

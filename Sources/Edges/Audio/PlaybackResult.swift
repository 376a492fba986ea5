/// How an announcement ended.
public enum PlaybackResult: Sendable, Equatable {
  /// Every sample has left the device.
  case whole
  /// Something was left out, as a cut wished; all of it, if the cut came before the start.
  case cut
}

/// The release that both programs belong to.
package enum Release {
  /// Its version.
  package static let version = "0.1.0"
}

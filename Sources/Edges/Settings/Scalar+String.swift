extension String: Scalar {
  static var wanted: String { "a text" }
  static var standIn: String { "" }

  static func read(_ word: String) -> String? { word }

  /// Takes the text as it stands, in quotes or not, whatever it looks like.
  static func decode(at place: NodePath) throws(Refusal) -> String {
    switch place.node.content {
    case _ where place.node.isNull:
      throw place.mismatch(wanted: wanted, remedy: "write \"\" for an empty text")
    case .scalar(let text, _):
      return text
    case .list, .mapping:
      throw place.mismatch(
        wanted: wanted, remedy: "put a text that begins with '{' or '[' in quotes")
    }
  }
}

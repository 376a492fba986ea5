import Settings

/// What a file of rules says for all of them.
struct RuleDefaults {
  var source: Located<String>?
  var currency: Located<String>?
  var timeZone: Located<String>?
  var body: Located<OneOrMore>?
  var parse: [String: Located<OneOrMore>]?
  var each: Located<String>?
  var map: [String: [String: String]]?

  init() {}

  init(_ file: RuleFileSection) {
    source = file.source
    currency = file.currency
    timeZone = file.timeZone
    body = file.body
    parse = file.parse
    each = file.each
    map = file.map
  }
}

extension RuleSection {
  /// The line of a key that the rule has.
  var anyLocation: Location? {
    let texts = [
      topic, when.map { Located("", at: $0.location) }, say, id, acknowledges, cancels, ignore,
    ]
    let locations = texts.compactMap { $0?.location }
    return locations.min { $0.line < $1.line }
  }
}

package import Settings

/// One text, or a list of them.
package struct OneOrMore: Decodable, Sendable {
  var values: [String]

  /// Reads either.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(String.self) {
      values = [value]
    } else {
      values = try container.decode([String].self)
    }
  }
}

/// What `when` demands of one path, or `any` or `all` of several.
package indirect enum ConditionSection: Decodable, Sendable {
  case oneOf([String])
  case tests(Tests)
  case together([[String: ConditionSection]])

  /// The tests of one value.
  package struct Tests: Decodable, Sendable {
    var not: OneOrMore?
    var `is`: String?
    var above: String?
    var below: String?
    var begins: OneOrMore?
  }

  /// Reads any of the forms.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(OneOrMore.self) {
      self = .oneOf(value.values)
    } else if let conditions = try? container.decode([[String: ConditionSection]].self) {
      self = .together(conditions)
    } else {
      self = .tests(try container.decode(Tests.self))
    }
  }
}

/// One rule for order messages, or the name of a rule file, in its YAML form.
package struct RuleSection: Decodable {
  package typealias Text = Located<String>

  package var topic: Text?
  package var use: Text?
  var source: Text?
  var body: Located<OneOrMore>?
  var parse: [String: Located<OneOrMore>]?
  var each: Text?
  var script: Text?
  var when: Located<[String: ConditionSection]>?
  var ignore: Text?
  var id: Text?
  var order: Text?
  var say: Text?
  var acknowledges: Text?
  var cancels: Text?
  var `repeat`: Text?
  var issued: Text?
  var expires: Text?
  var expiresAt: Text?
  var priority: Text?
  var volume: Text?
  var currency: Text?
  var timeZone: Text?
  var map: [String: [String: String]]?
  var example: Located<OneOrMore>?
}

/// A file of rules for one back end, in its YAML form.
struct RuleFileSection: Decodable {
  var title: String
  var documentation: String
  var source: Located<String>?
  var currency: Located<String>?
  var timeZone: Located<String>?
  var body: Located<OneOrMore>?
  var parse: [String: Located<OneOrMore>]?
  var each: Located<String>?
  var map: [String: [String: String]]?
  var rules: [RuleSection]
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

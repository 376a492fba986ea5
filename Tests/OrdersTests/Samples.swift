import Foundation
import Orders
import Testing
import Wire

let arrival = Timestamp(milliseconds: 1_795_953_600_000)

func read(_ text: String) throws -> JSON { try JSONReader.read(Array(text.utf8)) }

/// An order message as a real back end sends it.
func sample(_ name: String) throws -> JSON {
  let path = try #require(Bundle.module.path(forResource: "Cases/\(name)", ofType: "json"))
  return try JSONReader.read(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
}

func rule(_ topic: String, when conditions: [String: [String]] = [:], say: String) throws
  -> OrderRule
{
  var rule = OrderRule(
    topic: try #require(TopicFilter(rawValue: topic)), say: try SayTemplate(say))
  rule.conditions = try conditions.map {
    Condition(try #require(FieldPath($0.key)), accepted: $0.value)
  }
  return rule
}

extension Translator {
  /// What a message announces; a test fails that expects something where there is nothing.
  func command(from message: JSON, topic: String, at arrival: Timestamp) throws -> VoiceCommand {
    try #require(try translate(message, topic: topic, at: arrival).command)
  }
}

func translator(_ rules: [OrderRule] = [], currency: String = "CNY") throws -> Translator {
  let store = try #require(Identifier(rawValue: "s042"))
  let box = try #require(Identifier(rawValue: "counter-1"))
  return Translator(
    topics: Topics(store: store, box: box), rules: rules,
    defaultCurrency: try #require(Currency(rawValue: currency)))
}

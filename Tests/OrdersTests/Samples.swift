import Foundation
import Orders
import Testing
import Wire

let arrival = Timestamp(milliseconds: 1_795_953_600_000)

/// An order message as a real back end sends it.
func sample(_ name: String) throws -> String {
  let path = try #require(Bundle.module.path(forResource: "Cases/\(name)", ofType: "json"))
  return String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
}

func rule(_ topic: String, when conditions: [String: [String]] = [:], say: String) throws
  -> OrderRule
{
  var rule = OrderRule(
    topic: try #require(TopicFilter(rawValue: topic)), say: try SayTemplate(say))
  rule.conditions = try conditions.map {
    .value(try #require(FieldPath($0.key)), .oneOf($0.value))
  }
  return rule
}

extension Translator {
  /// What a message says, which must be one event.
  func event(_ message: String, topic: String = "t") throws -> OrderEvent {
    let events = translate(Array(message.utf8), topic: topic, at: arrival).events
    try #require(events.count == 1)
    return events[0]
  }

  /// What a message makes the box do; throws why it is refused.
  func instruction(_ message: String, topic: String = "t") throws -> Instruction {
    switch try event(message, topic: topic) {
    case .instruction(let instruction): return instruction
    case .refused(_, _, let refusal): throw refusal
    case .ignored(let kind): throw Ignored(kind: kind)
    }
  }

  /// What a message announces.
  func command(from message: String, topic: String = "t") throws -> VoiceCommand {
    try #require(try instruction(message, topic: topic).command)
  }

  /// What each event of a message comes to, in a line.
  func lines(_ message: String, topic: String = "t") -> [String] {
    translate(Array(message.utf8), topic: topic, at: arrival).events.map { event in
      switch event {
      case .instruction(let instruction):
        [
          instruction.acknowledges.map { "acknowledges \($0)" },
          instruction.cancels.map { "cancels \($0)" },
          instruction.command.map { "\($0.id): \($0.soundCommand.text)" },
        ].compactMap(\.self).joined(separator: "; ")
      case .refused(_, _, let refusal): "refused: \(refusal)"
      case .ignored(let kind): "ignored: \(kind)"
      }
    }
  }
}

/// A message that no rule announces.
struct Ignored: Error, Equatable {
  var kind: String
}

/// A translator of a box whose rules are these; without any, the built-in rule reads all topics.
func translator(
  _ rules: [OrderRule] = [], unmatched: Translator.Unmatched = .ignore
) throws -> Translator {
  let store = try #require(Identifier(rawValue: "s042"))
  let box = try #require(Identifier(rawValue: "counter-1"))
  let everything = try #require(TopicFilter(rawValue: "#"))
  return Translator(
    topics: Topics(store: store, box: box), rules: rules, builtIn: [everything],
    unmatched: unmatched)
}

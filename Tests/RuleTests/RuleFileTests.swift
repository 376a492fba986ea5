import FoundationEssentials
import Orders
import ProgramKit
import Testing
import Voice
import Wire

@Suite struct `The rule files` {
  @Test func `are at least twenty, each with examples`() throws {
    #expect(RuleFile.names.count >= 20)
    for name in RuleFile.names {
      #expect(try RuleFile(name).examples.count > 0, "\(name)")
    }
  }

  @Test(arguments: RuleFile.names)
  func `say of each example what its back end's documentation means`(name: String) throws {
    let file = try RuleFile(name)
    let examples = try file.examples
    #expect(Set(try file.expected.map(\.file)) == Set(examples.map(\.file)))
    for (example, body) in examples {
      let found = file.lines(body, file: example)
      let expected = try file.expected.filter { $0.file == example }
      #expect(found.map(\.text) == expected.map(\.text), "\(name)/\(example)")
    }
  }

  @Test(arguments: RuleFile.names)
  func `have a source, rules that can all be reached, and phrases of the vocabulary`(
    name: String
  ) throws {
    let file = try RuleFile(name)
    #expect(file.list.rules.allSatisfy { $0.source != nil })
    #expect(RuleReview.unreachable(file.list.rules) == [])
    for rule in file.list.rules {
      #expect(rule.say?.vocabulary.unusable ?? [] == [])
      let names = rule.say?.vocabulary.names.map(\.rawValue) ?? []
      #expect(Set(names).subtracting(Vocabulary.names) == [], "\(rule.label)")
    }
  }

  /// The marks of success of each announced payment, turned into marks of failure one by one.
  @Test(arguments: RuleFile.names)
  func `announce no income when a mark of success is one of failure`(name: String) throws {
    let file = try RuleFile(name)
    let marks: [JSON] = [
      "FAILED", "REFUNDED", "CANCELLED", "denied", "expired", "PENDING", "chargeback", .bool(false),
      .null, "", .array([]), .number(JSONNumber(-1)),
    ]
    for rule in file.list.rules {
      let alone = RuleFile(file, only: rule)
      for (example, body) in try file.examples {
        guard let message = try? JSONReader.read(body), !alone.incomes(message).isEmpty else {
          continue
        }
        for path in rule.conditions.flatMap(\.equalPaths) {
          for mark in marks {
            let changed = message.replacing(path[...], by: mark)
            guard alone.incomes(changed).isEmpty else { continue }
            #expect(
              file.incomes(changed) == [],
              "\(name)/\(example): \(path.joined(separator: ".")) = \(mark.encoded)")
          }
        }
      }
    }
  }
}

extension Condition {
  /// The paths of values that must be one of some.
  fileprivate var equalPaths: [[String]] {
    switch self {
    case .value(let path, .oneOf): [path.description.split(separator: ".").map(String.init)]
    case .value: []
    case .all(let conditions): conditions.flatMap(\.equalPaths)
    case .any: []
    }
  }
}

extension RuleFile {
  /// The payments that a message announces as income.
  fileprivate func incomes(_ message: JSON) -> [String] {
    translator.translate(Array(message.encoded.utf8), topic: "t", at: Self.arrival).events
      .compactMap { event in
        guard case .instruction(let instruction) = event, let command = instruction.command,
          command.soundCommand.words.contains(where: \.isIncome)
        else { return nil }
        return command.soundCommand.text
      }
  }
}

extension Word {
  fileprivate var isIncome: Bool {
    guard case .name(let name) = self else { return false }
    return name.rawValue.hasPrefix("payment.")
      && !["payment.refund", "payment.failed", "payment.pending"].contains(name.rawValue)
  }
}

extension JSON {
  /// The value with the one at a path replaced.
  func replacing(_ path: ArraySlice<String>, by value: JSON) -> JSON {
    guard let part = path.first else { return value }
    switch self {
    case .object(var object):
      if let inner = object[part] { object[part] = inner.replacing(path.dropFirst(), by: value) }
      return .object(object)
    case .array(var array):
      if let index = Int(part), array.indices.contains(index) {
        array[index] = array[index].replacing(path.dropFirst(), by: value)
      }
      return .array(array)
    default: return self
    }
  }
}

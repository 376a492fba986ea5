import FoundationEssentials
import Orders
import ProgramKit
import Settings
import TestKit
import Testing
import Wire

/// A rule file that comes with Soundbox, its rules in place, and its example messages.
struct RuleFile: Sendable, CustomTestStringConvertible {
  static let repository = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
  static let folder = "\(repository)/Deploy/rules"
  static let arrival = Timestamp(milliseconds: 1_796_040_000_000)

  /// The names of all files, in order.
  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
  }()

  let name: String
  let list: RuleList
  let translator: Translator
  var testDescription: String { name }

  /// One line of `expected.tsv`.
  struct Line: Sendable, Hashable {
    let file: String
    let text: String
  }

  /// Reads the file; fails if it has faults.
  init(_ name: String) throws {
    try self.init(name, yaml: "orders: [{use: \(Self.folder)/\(name).yaml, topic: t}]")
  }

  /// Reads the part `orders:` of a configuration.
  init(_ name: String, yaml: String) throws {
    self.name = name
    list = try Rules.read(yaml)
    translator = Translator(topics: nil, rules: list.rules, builtIn: list.builtIn)
  }

  /// Rules that were read elsewhere.
  init(_ list: RuleList) throws {
    name = ""
    self.list = list
    translator = Translator(topics: nil, rules: list.rules, builtIn: list.builtIn)
  }

  /// One rule of a file alone.
  init(_ file: RuleFile, only rule: OrderRule) {
    (name, list) = (file.name, file.list)
    translator = Translator(topics: nil, rules: [rule])
  }

  /// The examples, by file name.
  var examples: [(file: String, body: [UInt8])] {
    get throws {
      let folder = "\(Self.folder)/\(name)"
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        .filter { $0 != "expected.tsv" }
        .map { ($0, try Self.bytes("\(folder)/\($0)")) }
    }
  }

  /// What the examples must give.
  var expected: [Line] {
    get throws {
      let text = String(
        decoding: try Self.bytes("\(Self.folder)/\(name)/expected.tsv"), as: UTF8.self)
      return try text.split(separator: "\n").dropFirst().map { row in
        let columns = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        let value = { (index: Int) in index < columns.count ? columns[index] : "" }
        try #require(columns.count >= 3, "\(name)/expected.tsv: \(row)")
        let line =
          switch value(2) {
          case "announced":
            "announced \(value(3)) \(value(4)) \(value(5).isEmpty ? value(4) : value(5)) \(value(6))"
          case "acknowledged", "cancelled": "\(value(2)) \(value(3)) \(value(5))"
          default: value(2)
          }
        return Line(file: value(0), text: line)
      }
    }
  }

  /// What a message gives, event by event.
  func lines(_ body: [UInt8], file: String) -> [Line] {
    translator.translate(body, topic: "t", at: Self.arrival).events.flatMap { event -> [String] in
      switch event {
      case .ignored: return ["ignored"]
      case .refused: return ["rejected"]
      case .instruction(let instruction):
        let source = instruction.source ?? ""
        return [
          instruction.acknowledges.map { "acknowledged \(source) \($0)" },
          instruction.cancels.map { "cancelled \(source) \($0)" },
          instruction.command.map {
            "announced \(source) \($0.id) \($0.order) \($0.soundCommand.text)"
          },
        ].compactMap(\.self)
      }
    }.map { Line(file: file, text: $0) }
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}

/// The rules of a configuration's part `orders:`.
enum Rules {
  private struct File: Decodable {
    var orders: [RuleSection]
  }

  private struct Reader: SettingsReader {
    var faults: [SettingsFault] = []
  }

  /// Reads rules; throws their faults.
  static func read(_ yaml: String, file: String = "box.yaml") throws -> RuleList {
    let section = try SettingsDecoder().decode(File.self, from: yaml, file: file)
    var reader = Reader()
    let list = reader.rules(section.orders, RuleContext())
    guard reader.faults.isEmpty else { throw RuleFaults(lines: reader.faults.map(\.description)) }
    return list
  }
}

/// The faults of rules, one line each.
struct RuleFaults: Error, CustomStringConvertible {
  var lines: [String]
  var description: String { lines.joined(separator: "\n") }
}

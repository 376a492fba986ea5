import Foundation
import Testing
import Voice

/// What a pack is made of, before it is proved; clips have their texts but no sound.
struct PackSource {
  var manifest: PackManifest
  var grammar: Grammar

  /// The real packs.
  static let shipped = ["zh-CN", "en-US"]
  /// The grammars that stand beside the tests.
  static let beside = [
    "zh-HK", "en-IN", "hi-IN", "id-ID", "vi-VN", "th-TH", "ja-JP", "es-MX", "pt-BR",
  ]

  /// A pack under `Sounds`, its clips as `script.csv` lists them.
  static func shipped(_ name: String) throws -> PackSource {
    let decoder = JSONDecoder()
    var manifest = try decoder.decode(
      PackManifest.self, from: Data(Files.sounds(name + "/pack.json").utf8))
    let script = try RecordingScript(csv: Files.sounds(name + "/script.csv"))
    manifest.clips = Dictionary(
      uniqueKeysWithValues: script.rows.map {
        ($0.id.rawValue, .silent($0.id.rawValue, $0.text, $0.role))
      })
    let grammar = try decoder.decode(
      Grammar.self, from: Data(Files.sounds(name + "/grammar.json").utf8))
    return PackSource(manifest: manifest, grammar: grammar)
  }

  /// A grammar under `Cases/Grammars`, with signs and names that are said by clips of their own.
  static func beside(_ locale: String) throws -> PackSource {
    let file = try JSONDecoder().decode(
      GrammarFile.self, from: Data(Files.cases("Grammars/\(locale).json").utf8))
    var source = try shipped("en-US")
    let signs = Dictionary(uniqueKeysWithValues: Vocabulary.signs.map { ($0, $0.signClip) })
    source.grammar.numbers = file.numbers
    source.grammar.rules = file.rules
    source.grammar.money = file.money
    source.grammar.signs = signs
    source.grammar.phrases = [:]
    source.manifest.currency = try #require(file.money.keys.first)
    source.manifest.separators.clip = file.separator
    source.manifest.clips = [:]
    for (id, text) in file.texts { source.manifest.clips[id] = .silent(id, text, .number) }
    for (sign, id) in signs { source.manifest.clips[id] = .silent(id, sign, .sign) }
    for name in Vocabulary.names { source.manifest.clips[name] = .silent(name, name, .phrase) }
    return source
  }

  /// Either of both.
  static func named(_ name: String) throws -> PackSource {
    try shipped.contains(name) ? shipped(name) : beside(name)
  }

  var faults: [PackFault] { Pack.faults(manifest: manifest, grammar: grammar) }

  func pack() throws -> Pack { try Pack(manifest: manifest, grammar: grammar) }
}

/// A grammar beside the tests, with the texts of its clips.
private struct GrammarFile: Decodable {
  let separator: String
  let texts: [String: String]
  let numbers: Grammar.Numbers
  let rules: [String: [String: String]]
  let money: [String: Grammar.MoneyForms]
}

extension ClipEntry {
  /// A clip of which only the words matter.
  static func silent(_ id: String, _ text: String, _ role: ClipRole) -> ClipEntry {
    ClipEntry(
      file: "clips/\(id).flac", sha256: String(repeating: "0", count: 64), text: text, role: role,
      frames: 1, credit: ClipCredit(source: "none", licence: "CC0-1.0"))
  }
}

extension String {
  fileprivate var signClip: String { self == "-" ? "sign.dash" : "sign." + lowercased() }
}

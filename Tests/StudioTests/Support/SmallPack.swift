import FoundationEssentials
import Studio
import Voice

/// A pack of a few clips, whose grammar says everything with `word` and `sign`.
struct SmallPack {
  /// The parts of `pack.json` before and after the clips, in an unusual layout.
  static let manifestEdges = (
    head: """
    {"format": 1, "locale":"en-US",
        "name": "small \\u00e9 \\"clips\\": {", "version": "1.0.0",
      "voice": { "name": "slt", "engine": "flite", "quality": "draft", "licence": "CC0-1.0",
                 "attribution": "clips" },
      "synthesizer": ENGINE,
      "currency": "JPY", "options": {"clips": false}, "gaps": {"default": 60},
      "clips" :\u{20}
    """,
    tail: """
    ,
      "separators": {"clip": " ", "word": " ", "part": " "}}
    """
  )
  static let flite = #"{"engine": "flite", "voice": "slt"}"#
  static let espeak = #"{"engine": "espeak-ng", "voice": "cmn-latn-pinyin", "speed": 160}"#

  var synthesizer = flite
  var clips = "{}"
  var script = """
    id,text,say,role,cue
    word,word,one word,phrase,word
    bell,bell,tone:880/140 0/30 1175/260,chime,sound
    sign,sign,sign,sign,sign

    """

  var manifestText: String {
    Self.manifestEdges.head.replacing("ENGINE", with: synthesizer) + clips
      + Self.manifestEdges.tail + "\n"
  }

  var grammarText: String {
    let phrases = Vocabulary.names.map { "\"\($0)\": {\"clips\": \"word\"}" }
    let signs = Vocabulary.signs.map { "\"\($0)\": \"sign\"" }
    return """
      {"numbers": {"rules": "cardinal", "limit": 9}, "rules": {"cardinal": {"0": "word"}},
       "money": {"JPY": {"limit": "9", "whole": "major=cardinal"}},
       "signs": {\(signs.joined(separator: ", "))}, "phrases": {\(phrases.joined(separator: ", "))}}
      """
  }

  /// The pack as a builder's source.
  func source(recordings: [ClipID: Recording] = [:]) throws -> PackSource {
    let decoder = JSONDecoder()
    return PackSource(
      manifestText: manifestText,
      manifest: try decoder.decode(PackManifest.self, from: Data(manifestText.utf8)),
      grammar: try decoder.decode(Grammar.self, from: Data(grammarText.utf8)),
      script: try RecordingScript(csv: script), recordings: recordings)
  }

  /// Writes the pack's files into a folder.
  func write(into folder: String) throws {
    for (name, text) in [
      ("pack.json", manifestText), ("grammar.json", grammarText), ("script.csv", script),
    ] {
      try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
  }
}

extension ClipID {
  /// An id that is known to be valid.
  static func known(_ rawValue: String) -> ClipID {
    guard let id = ClipID(rawValue: rawValue) else { preconditionFailure("'\(rawValue)'") }
    return id
  }
}

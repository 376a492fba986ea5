import FoundationEssentials
import Voice
import Wire

/// A pack that says numbers and amounts up to four digits, signs and the vocabulary; no sounds.
enum SmallPack {
  /// Makes the pack; `digest` is the SHA-256 of each sound file.
  static func make(digest: String = String(repeating: "0", count: 64)) throws -> Pack {
    let decoder = JSONDecoder()
    return try Pack(
      manifest: decoder.decode(PackManifest.self, from: Data(manifest(digest).utf8)),
      grammar: decoder.decode(Grammar.self, from: Data(grammar.utf8)))
  }

  private static func clip(
    _ id: String, _ text: String, _ role: String, _ digest: String
  ) -> String {
    """
    "\(id)": {"file": "\(id).flac", "sha256": "\(digest)",
      "text": "\(text)", "role": "\(role)", "source": "none", "licence": "CC0-1.0", "frames": 1}
    """
  }

  private static func sign(_ sign: String) -> String {
    sign == "-" ? "sign.dash" : "sign.\(sign.lowercased())"
  }

  private static func manifest(_ digest: String) -> String {
    let clips =
      (0...99).map { clip("n\($0)", "\($0)", "number", digest) }
      + ["hundred", "yuan", "point"].map { clip($0, $0, "unit", digest) }
      + Vocabulary.signs.map { clip(sign($0), $0, "sign", digest) }
      + Vocabulary.names.map { clip($0, $0, "phrase", digest) }
    return """
      {"format": 1, "locale": "en", "name": "small", "version": "1",
       "voice": {"name": "nobody", "engine": "none", "quality": "none", "licence": "CC0-1.0",
         "attribution": ""},
       "synthesizer": {"engine": "espeak-ng", "voice": "en"}, "currency": "CNY", "options": {},
       "gaps": {"default": 0}, "separators": {"clip": " ", "word": " ", "part": " "},
       "clips": {\(clips.joined(separator: ",\n"))}}
      """
  }

  private static var grammar: String {
    let signs = Vocabulary.signs.map { "\"\($0)\": \"\(sign($0))\"" }.joined(separator: ", ")
    return """
      {"numbers": {"rules": "cardinal", "limit": 9999},
       "rules": {"cardinal": {"0": "n{}", "100": "< hundred [>]"}, "digit": {"0": "n{}"}},
       "money": {"CNY": {"limit": "9999.99", "whole": "major=cardinal yuan",
         "mixed": "major=cardinal point digits=digit yuan"}},
       "signs": {\(signs)}, "phrases": {}}
      """
  }
}

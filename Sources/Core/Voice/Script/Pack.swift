import Wire

/// A voice pack that can say everything it promises: its manifest and its grammar, proved together.
///
///     let script = try pack.script(for: SoundCommand("order.new number:128 money:CNY88.50"))
///     script.spoken  // "新订单 一百二十八号 八十八点五元"
public struct Pack: Sendable {
  /// The manifest.
  public let manifest: PackManifest
  /// The clips by their ids.
  public let clips: [ClipID: ClipEntry]
  let rules: GrammarRules
  let speller: Speller
  let gaps: Gaps

  /// Joins a manifest and a grammar, if every number, amount, code and name has its clips.
  ///
  /// - Parameters:
  ///   - manifest: The pack's `pack.json`.
  ///   - grammar: The pack's `grammar.json`.
  /// - Throws: ``PackFaults`` with every fault that ``faults(manifest:grammar:)`` finds.
  public init(manifest: PackManifest, grammar: Grammar) throws(PackFaults) {
    let (rules, faults) = Self.check(manifest, grammar)
    guard faults.isEmpty else { throw PackFaults(faults) }
    self.manifest = manifest
    clips = manifest.clipsByID
    self.rules = rules
    speller = Speller(rules: rules)
    gaps = Gaps(manifest.gaps)
  }

  /// The currencies that the pack says amounts in, by their codes, in alphabetical order.
  public var currencies: [String] { rules.money.keys.map(\.rawValue).sorted() }
}

extension Pack {
  /// Everything that is wrong with a manifest and a grammar, in order; empty if they make a pack.
  ///
  /// - Parameters:
  ///   - manifest: The pack's `pack.json`.
  ///   - grammar: The pack's `grammar.json`.
  /// - Returns: The faults.
  public static func faults(manifest: PackManifest, grammar: Grammar) -> [PackFault] {
    PackFaults(check(manifest, grammar).faults).faults
  }

  /// The clips that a grammar can ever ask for, each with the first place that asks for it, such as
  /// `rules.cardinal.20`.
  ///
  /// It serves a program that builds the clips before there is a manifest of them. The names of the
  /// vocabulary that are no phrases are asked for as clips, too.
  ///
  /// - Parameters:
  ///   - grammar: The pack's `grammar.json`.
  ///   - options: The options of the pack's `pack.json`.
  /// - Returns: The places by clip.
  public static func clipsNeeded(
    by grammar: Grammar, options: [String: Bool]
  ) -> [ClipID: String] {
    var reader = GrammarReader(grammar, options: options)
    var closure = ClosureCheck(reader.rules())
    closure.run()
    return closure.needed
  }

  static func check(
    _ manifest: PackManifest, _ grammar: Grammar
  ) -> (rules: GrammarRules, faults: [PackFault]) {
    var manifestCheck = ManifestCheck(manifest)
    manifestCheck.run()
    var reader = GrammarReader(grammar, options: manifest.options)
    let rules = reader.rules()
    var closure = ClosureCheck(rules)
    closure.run()
    let faults =
      manifestCheck.faults + reader.faults + closure.faults
      + missing(closure.needed, in: manifest) + phraseFaults(rules, in: manifest)
      + currencyFaults(rules, in: manifest)
    return (rules, faults)
  }

  private static func missing(
    _ needed: [ClipID: String], in manifest: PackManifest
  ) -> [PackFault] {
    needed.compactMap { clip, path in
      guard manifest.clips[clip.rawValue] == nil else { return nil }
      return .grammar(
        path, "asks for the clip '\(clip)', which pack.json does not have",
        "add it to script.csv and build the pack again, or change the grammar")
    }
  }

  /// A phrase may share its name with a clip only if that clip is all it says: otherwise a command of
  /// names alone, as ``expand(_:)`` makes them, would mean something else.
  private static func phraseFaults(
    _ rules: GrammarRules, in manifest: PackManifest
  ) -> [PackFault] {
    rules.phrases.compactMap { name, phrase in
      let same = ClipID(checked: name.rawValue)
      guard manifest.clips[name.rawValue] != nil, phrase.clips != [same] else { return nil }
      return .grammar(
        "phrases.\(name.rawValue).clips", "there is a clip of this name, but the phrase differs",
        "let the phrase be that clip alone, or give the clip another id")
    }
  }

  private static func currencyFaults(
    _ rules: GrammarRules, in manifest: PackManifest
  ) -> [PackFault] {
    guard let currency = Currency(rawValue: manifest.currency), rules.money[currency] == nil else {
      return []
    }
    return [
      .manifest(
        "currency", "the grammar says no amounts in \(manifest.currency)",
        "add it to money in grammar.json, or choose another")
    ]
  }
}

extension PackManifest {
  var clipsByID: [ClipID: ClipEntry] {
    Dictionary(uniqueKeysWithValues: clips.map { (ClipID(checked: $0), $1) })
  }
}

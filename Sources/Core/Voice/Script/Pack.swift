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

import Box
import Orders
import ProgramKit
import Voice
import Wire

/// Proves the rules of a configuration against the pack and against example messages.
struct RuleProof {
  /// What is wrong, one line each.
  private(set) var faults: [String] = []
  /// What a person should look at, and what could not be proved.
  private(set) var warnings: [String] = []

  private let configuration: Configuration
  private let pack: Pack?

  /// Proves everything that can be.
  ///
  /// - Parameters:
  ///   - configuration: The configuration.
  ///   - pack: Its pack; `nil` if that has faults of its own.
  ///   - examples: A folder of example messages: `NAME.json` for the topics in `NAME`, with `/` written
  ///     as `_`; or nothing.
  init(_ configuration: Configuration, pack: Pack?, examples: String?) {
    self.configuration = configuration
    self.pack = pack
    proveVocabulary()
    tryExamples()
    if let examples { tryFolder(examples) }
    review()
  }

  private mutating func proveVocabulary() {
    guard let pack else {
      warnings.append("orders: phrases and currencies not checked until the pack is valid")
      return
    }
    var open: [String] = []
    for entry in configuration.rules.entries {
      guard let vocabulary = entry.rule.say?.vocabulary else { continue }
      for name in vocabulary.names.sorted(by: { $0.rawValue < $1.rawValue })
      where !pack.says(name) {
        faults.append(
          "\(entry.location): the pack \(pack.manifest.name) has no phrase '\(name.rawValue)'; "
            + "say another one, or add it to the pack")
      }
      for currency in vocabulary.currencies.map(\.rawValue).sorted()
      where !pack.currencies.contains(currency) {
        faults.append(
          "\(entry.location): the pack \(pack.manifest.name) says no amounts in \(currency); "
            + "it has \(pack.currencies.joined(separator: ", "))")
      }
      for text in vocabulary.unusable {
        faults.append("\(entry.location): '\(text)' is neither a phrase nor a currency")
      }
      open += vocabulary.openCurrencies.map { "{\($0)} of \(entry.location)" }
    }
    if !open.isEmpty {
      warnings.append(
        "not proved: the message names the currency at \(open.joined(separator: ", ")); "
          + "the pack says \(pack.currencies.joined(separator: ", ")), and others fail with code 2")
    }
  }

  private mutating func tryExamples() {
    var untried: [String] = []
    for entry in configuration.rules.entries {
      if entry.examples.isEmpty, entry.rule.say != nil, entry.ruleFile == nil {
        untried.append("\(entry.location)")
      }
      for path in entry.examples {
        guard let topic = entry.rule.topic.sample else {
          warnings.append("\(entry.location): \(path) not tried: no topic fits the filter")
          continue
        }
        tryExample(path, topic: topic)
      }
    }
    if !untried.isEmpty {
      warnings.append(
        "not proved: whether messages have what these rules read, since they name no example: "
          + untried.joined(separator: ", "))
    }
  }

  private mutating func tryFolder(_ folder: String) {
    let files = FolderListing.files(in: folder)
    if files.isEmpty {
      faults.append("\(folder): no example messages there; name a folder of files")
    }
    let topics = Set(configuration.rules.rules.compactMap(\.topic.sample)).sorted()
    for file in files {
      for topic in topics { tryExample("\(folder)/\(file)", topic: topic, isOptional: true) }
    }
  }

  /// Translates one example, and resolves what it says with the pack.
  private mutating func tryExample(_ path: String, topic: String, isOptional: Bool = false) {
    let bytes: [UInt8]
    do { bytes = try TextFile.bytes(path) } catch {
      faults += error.lines
      return
    }
    let translation = configuration.translator.translate(
      bytes, topic: topic, at: BoxClock.system.now())
    for event in translation.events {
      switch event {
      case .ignored: break
      case .refused(_, _, let refusal):
        if !isOptional { faults.append("\(path) on \(topic): rejected: \(refusal)") }
      case .instruction(let instruction):
        for part in instruction.leftOut {
          warnings.append("\(path) on \(topic): left out: \(part)")
        }
        guard let pack, let command = instruction.command else { continue }
        do { _ = try pack.script(for: command.soundCommand) } catch {
          faults.append("\(path) on \(topic): \(command.soundCommand): \(error)")
        }
      }
    }
  }

  private mutating func review() {
    let entries = configuration.rules.entries
    let rules = configuration.rules.rules
    for remark in RuleReview.unreachable(rules) {
      faults.append("\(entries[remark.rule].location): the rule \(remark.text)")
    }
    for remark in RuleReview.collisions(rules) {
      warnings.append("\(entries[remark.rule].location): the rule \(remark.text)")
    }
  }
}

extension Pack {
  /// Whether the pack has a phrase or a sound of a name.
  fileprivate func says(_ name: Name) -> Bool {
    guard let command = try? SoundCommand([.name(name)]) else { return false }
    return (try? script(for: command)) != nil
  }
}

extension TopicFilter {
  /// A topic that fits the filter.
  fileprivate var sample: String? {
    let topic = rawValue.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0 == "+" || $0 == "#" ? "example" : $0 }.joined(separator: "/")
    return matches(topic) ? topic : nil
  }
}

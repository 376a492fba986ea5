import Dispatch
import FoundationEssentials
import Interop
import Orders
import ProgramKit
import TestKit
import Testing
import Wire

/// Messages that nobody would write, made of the examples of all rule files.
@Suite struct `Mutated messages` {
  private static let rounds = 200_000

  @Test func `trap no rule file, add no word, and are announced with no amount of their own`()
    async throws
  {
    // On a thread of its own: the tests beside it share two threads, and some have a broker's patience.
    let found = try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "mutated messages").async {
        continuation.resume(with: Result { try Self.announceAll() })
      }
    }
    #expect(found.faults.isEmpty, "\(found.faults.prefix(20).joined(separator: "\n"))")
    #expect(found.announced > Self.rounds / 20)
    try await compare(found.lines)
  }

  /// What came of all messages.
  private struct Findings {
    /// What was announced, for the independent readings.
    var lines = ""
    var announced = 0
    var faults: [String] = []
  }

  private static func announceAll() throws -> Findings {
    var findings = Findings()
    for (index, name) in RuleFile.names.enumerated() {
      let file = try RuleFile(name)
      let vocabulary = Set(file.list.rules.flatMap { $0.say?.vocabulary.names ?? [] })
      let lengths = Set(file.list.rules.compactMap { $0.say?.wordCount })
      let examples = try file.examples.map(\.body).filter { $0.count < 6_000 }
      var mutator = MessageMutator(seed: UInt64(index + 1) &* 0x9E37_79B9_7F4A_7C15)
      for round in 0..<(rounds / RuleFile.names.count + 1) {
        var message = examples[round % examples.count]
        mutator.mutate(&message)
        for command in file.commands(message) {
          findings.announced += 1
          let names = command.words.compactMap {
            if case .name(let name) = $0 { name } else { nil }
          }
          if !lengths.contains(command.words.count)
            || (try? SoundCommand(command.text).words) != command.words
            || !vocabulary.isSuperset(of: names)
          {
            findings.faults.append("\(name): \(command.text)")
          }
        }
        let amounts = file.amounts(message)
        guard !amounts.isEmpty else { continue }
        let encoded = Data(message).base64EncodedString()
        findings.lines += "\(name)\t\(encoded)\t\(amounts.joined(separator: "\t"))\n"
      }
    }
    return findings
  }

  @Test func `are compared with readings that agree on the examples themselves`()
    async throws
  {
    var lines = ""
    for name in RuleFile.names {
      let file = try RuleFile(name)
      for (_, body) in try file.examples {
        let amounts = Set(file.amounts(body))
        let columns = [name, Data(body).base64EncodedString()] + amounts.sorted()
        lines += columns.joined(separator: "\t") + "\n"
      }
    }
    try await compare(lines, "--exact")
  }

  /// Lets the readings in Python check what was announced.
  private func compare(_ lines: String, _ options: String...) async throws {
    try await withTemporaryFolder { folder in
      let path = try write(lines, to: "\(folder)/announced.tsv")
      let verify = "\(RuleFile.repository)/Tests/RuleTests/Readings/verify.py"
      let child = try ChildProcess("python3", ["-B", verify, path] + options, output: .pipe)
      let output = String(decoding: await child.output?.readToEnd() ?? [], as: UTF8.self)
      #expect(await child.wait() == .exited(0))
      let differences = output.split(separator: "\n").dropLast()
      #expect(differences.isEmpty, "\(differences.prefix(20).joined(separator: "\n"))")
      #expect(output.contains("compared"))
    }
  }
}

extension RuleFile {
  /// What a message announces.
  fileprivate func commands(_ message: [UInt8]) -> [SoundCommand] {
    translator.translate(message, topic: "t", at: Self.arrival).events.compactMap { event in
      guard case .instruction(let instruction) = event else { return nil }
      return instruction.command?.soundCommand
    }
  }

  /// The amounts that a message announces.
  fileprivate func amounts(_ message: [UInt8]) -> [String] {
    commands(message).flatMap(\.words).compactMap { word in
      if case .money(let money) = word { money.description } else { nil }
    }
  }
}

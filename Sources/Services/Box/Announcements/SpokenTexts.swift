import Voice

/// What was said of the commands that are not settled yet, for their receipts.
struct SpokenTexts: Sendable {
  /// What was said of one command.
  struct Text: Sendable {
    fileprivate(set) var spoken: String
    /// What was left out, and why, in words.
    fileprivate(set) var omitted: [String]

    fileprivate init(_ script: Script) {
      spoken = script.spoken
      omitted =
        script.leftOut.isEmpty
        ? [] : ["no synthesizer: \(script.leftOut.joined(separator: ", "))"]
    }
  }

  private let scriptBuilder: ScriptBuilder
  private var texts: [QueuedCommand.ID: Text] = [:]

  init(scriptBuilder: ScriptBuilder) { self.scriptBuilder = scriptBuilder }

  /// Notes that a command is being said.
  mutating func add(_ script: Script, for id: QueuedCommand.ID) { texts[id] = Text(script) }

  /// Notes that free texts of a command were not said after all.
  mutating func remove(_ omitted: [OmittedText], from id: QueuedCommand.ID) {
    guard !omitted.isEmpty, var text = texts[id] else { return }
    for part in omitted {
      text.spoken = text.spoken
        .split(separator: part.text, maxSplits: 1, omittingEmptySubsequences: false).joined()
      text.omitted.append("\(part.text): \(part.reason)")
    }
    text.spoken = text.spoken.split(separator: " ").joined(separator: " ")
    texts[id] = text
  }

  mutating func forget(_ id: QueuedCommand.ID) { texts[id] = nil }

  /// Takes what was said of a command that is settled; `nil` if no round of it has been heard.
  mutating func take(_ command: QueuedCommand) -> Text? {
    let text = texts.removeValue(forKey: command.id)
    guard command.rounds > 0 else { return nil }
    if let text { return text }
    // It was said before the box was restarted.
    let form = Form(rings: command.isRepeated)
    return (try? scriptBuilder.script(for: command.command, form)).map { Text($0) }
  }
}

public import Voice
import Wire

/// Turns commands into scripts of the pack.
public struct ScriptBuilder: Sendable {
  private let pack: Pack
  /// Whether free texts are spoken by a synthesizer; asked when there is one.
  private let speaksTexts: @Sendable () -> Bool
  private let repetition: Repetition

  /// Makes the script builder of a box.
  ///
  /// - Parameters:
  ///   - pack: The voice.
  ///   - speaksTexts: Whether free texts are spoken by a synthesizer; asked only when there is a text,
  ///     since looking for one may cost memory.
  ///   - repetition: How alerts repeat.
  public init(
    pack: Pack, speaksTexts: @escaping @Sendable () -> Bool = { false }, repetition: Repetition
  ) {
    self.pack = pack
    self.speaksTexts = speaksTexts
    self.repetition = repetition
  }

  /// The script of a command.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - form: How it is spoken.
  /// - Returns: The script, which is never silent.
  /// - Throws: `ScriptFault`, `SoundCommandFault`, ``NothingToSay``: the pack cannot say it whole.
  func script(for command: SoundCommand, _ form: Form = Form()) throws -> Script {
    var parts: [SoundCommand] = []
    if form.rings { parts.append(try SoundCommand(repetition.ring)) }
    if form.isLate { parts.append(try SoundCommand("order.late")) }
    if form.announces { parts.append(command) }
    let scripts = try parts.map { part in
      try pack.script(for: part, speaksTexts: part.hasTexts && speaksTexts())
    }
    let script = pack.join(scripts)
    let isSilent = script.elements.allSatisfy { element in
      if case .silence = element { true } else { false }
    }
    if isSilent { throw NothingToSay() }
    return script
  }

  /// Whether the pack can say a command.
  func canSay(_ command: SoundCommand) -> Bool { (try? script(for: command)) != nil }
}

/// A command with words, none of which the pack has a clip for.
struct NothingToSay: Error, CustomStringConvertible {
  var description: String { "no clip of the pack says any of it" }
}

extension SoundCommand {
  /// Whether it has words for a synthesizer.
  fileprivate var hasTexts: Bool {
    words.contains { word in
      if case .text = word { true } else { false }
    }
  }
}

public import Wire

extension Pack {
  /// The same command in the form that every phone app understands: names of clips alone.
  ///
  /// Said by this pack it plays the same clips in the same order. Pauses and free texts have no names
  /// and are left out.
  ///
  /// - Parameter command: The command.
  /// - Returns: A command of names.
  /// - Throws: ``ScriptFault`` for a word that this pack cannot say, or if the result has too many words.
  public func expand(_ command: SoundCommand) throws(ScriptFault) -> SoundCommand {
    let names = try script(for: command).clips.map(\.rawValue)
    guard !names.isEmpty else { throw .nothingToExpand }
    do {
      return try SoundCommand(names.joined(separator: " "))
    } catch {
      throw .expansion(error)
    }
  }
}

public import Wire

extension Pack {
  /// The clips that say a command, with the silence between them.
  ///
  /// The script is whole: nothing is begun that cannot be ended. Free texts alone are left out, since
  /// no clips say them, unless there is a synthesizer to speak them.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - speaksTexts: Whether free texts are spoken in their places, as ``Script/Element/speech(_:)``.
  /// - Returns: The script.
  /// - Throws: ``ScriptFault`` for the first word that this pack cannot say.
  public func script(
    for command: SoundCommand, speaksTexts: Bool = false
  ) throws(ScriptFault) -> Script {
    var composer = ScriptComposer(pack: self)
    var phrase = PhraseScope()
    for word in command.words {
      switch word {
      case .name(let name):
        phrase = PhraseScope(rules.phrases[name])
        let kind: ScriptComposer.Kind = rules.phrases[name] == nil ? .clip : .phrase
        composer.add(try clips(of: name), kind)
      case .number(let number):
        composer.add(try clips(of: number, by: phrase.takeNumber()), .value)
      case .code(let code):
        composer.add(phrase.takeCode().around(try clips(of: code)), .value)
      case .money(let money):
        composer.add(phrase.takeMoney().around(try clips(of: money)), .value)
      case .pause(let milliseconds): composer.addPause(milliseconds)
      case .text(let text):
        if speaksTexts { composer.addSpeech(text) } else { composer.leaveOut(text) }
      }
    }
    return composer.script()
  }

  private func clips(of name: Name) throws(ScriptFault) -> [ClipID] {
    if let phrase = rules.phrases[name] { return phrase.clips }
    let id = ClipID(checked: name.rawValue)
    guard clips[id] != nil else { throw .unknownName(name, pack: manifest.name) }
    return [id]
  }

  private func clips(of number: Int, by terms: [Term]?) throws(ScriptFault) -> [ClipID] {
    guard number <= rules.limit else { throw .numberTooLarge(number, limit: rules.limit) }
    return if let terms {
      speller.number(number, by: terms)
    } else {
      speller.number(number, by: rules.numbers)
    }
  }

  private func clips(of code: String) throws(ScriptFault) -> [ClipID] {
    var clips: [ClipID] = []
    for character in code {
      let sign = character.uppercased()
      guard let clip = rules.signs[sign] else {
        throw .unknownSign(sign, pack: manifest.name)
      }
      clips += clip
    }
    return clips
  }

  private func clips(of money: Money) throws(ScriptFault) -> [ClipID] {
    guard let form = rules.money[money.currency] else {
      throw .currencyNotSpoken(money.currency, spoken: currencies)
    }
    guard money.minorUnits <= form.limit.minorUnits else {
      throw .amountTooLarge(money, limit: form.limit)
    }
    return speller.amount(money, by: form)
  }
}

extension Pack {
  /// Several scripts as one, a word's silence apart.
  ///
  /// - Parameter scripts: The scripts, in speaking order.
  /// - Returns: The script that says them all.
  public func join(_ scripts: [Script]) -> Script {
    guard scripts.count != 1 else { return scripts[0] }
    var elements: [Script.Element] = []
    for script in scripts {
      if !elements.isEmpty, gaps.word > 0 { elements.append(.silence(milliseconds: gaps.word)) }
      elements += script.elements
    }
    return Script(
      elements: elements,
      spoken: scripts.map(\.spoken).filter { !$0.isEmpty }.joined(
        separator: manifest.separators.word),
      leftOut: scripts.flatMap(\.leftOut))
  }
}

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

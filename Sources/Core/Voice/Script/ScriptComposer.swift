/// Joins the clips of words to a script: silence between them, and the text they say.
struct ScriptComposer {
  /// What a word of a command is, which decides how the next one joins on.
  enum Kind {
    /// A name that is a phrase.
    case phrase
    /// A name that is a clip: part of a value or phrase that was expanded.
    case clip
    /// A number, a code, an amount or a free text.
    case value
  }

  let pack: Pack
  private var elements: [Script.Element] = []
  private var spoken = ""
  private var leftOut: [String] = []
  private var lastRole: ClipRole?
  private var lastKind: Kind?
  /// The pause asked for since the last clip, in milliseconds.
  private var pause = 0

  init(pack: Pack) { self.pack = pack }

  /// Adds the clips of one word.
  mutating func add(_ clips: [ClipID], _ kind: Kind) {
    var startsWord = lastKind != .clip || kind != .clip
    for id in clips {
      guard let entry = pack.clips[id] else {
        preconditionFailure("the pack lacks the clip '\(id)', against the proof")
      }
      addSilence(before: entry.role, startsWord: startsWord)
      elements.append(.clip(id))
      if entry.role.saysWords { addText(entry.text, startsWord: startsWord) }
      lastRole = entry.role
      startsWord = false
    }
    lastKind = kind
  }

  /// Adds a free text, joined on as if a phrase said it.
  mutating func addSpeech(_ text: String) {
    addSilence(before: .phrase, startsWord: true)
    elements.append(.speech(text))
    addText(text, startsWord: true)
    lastRole = .phrase
    lastKind = .value
  }

  /// Asks for a pause; it takes the place of the gap that stands there, if it is the longer one.
  mutating func addPause(_ milliseconds: Int) { pause += milliseconds }

  /// Records a text that is not said.
  mutating func leaveOut(_ text: String) { leftOut.append(text) }

  /// The finished script.
  consuming func script() -> Script {
    if pause > 0 { elements.append(.silence(milliseconds: pause)) }
    return Script(elements: elements, spoken: spoken, leftOut: leftOut)
  }

  private mutating func addSilence(before role: ClipRole, startsWord: Bool) {
    var silence = pause
    if let lastRole {
      let gap = pack.gaps.between(lastRole, role)
      silence = max(silence, startsWord ? max(gap, pack.gaps.word) : gap)
    }
    if silence > 0 { elements.append(.silence(milliseconds: silence)) }
    pause = 0
  }

  private mutating func addText(_ text: String, startsWord: Bool) {
    if !spoken.isEmpty {
      let separators = pack.manifest.separators
      spoken +=
        !startsWord ? separators.clip : lastKind == .value ? separators.part : separators.word
    }
    spoken += text
  }
}

/// What a phrase still does to the values that follow it: each form serves one value.
///
/// A form of a number or a code serves only until an amount comes.
struct PhraseScope {
  private var rules: PhraseRules?
  private var servesNumber = true
  private var servesMoney = true

  init(_ rules: PhraseRules? = nil) { self.rules = rules }

  /// The form of a number that comes now; `nil`: as any number.
  mutating func takeNumber() -> [Term]? {
    defer { servesNumber = false }
    return servesNumber ? rules?.number : nil
  }

  /// What stands around a code that comes now.
  mutating func takeCode() -> PhraseRules.Frame {
    defer { servesNumber = false }
    return servesNumber ? rules?.code ?? .none : .none
  }

  /// What stands around an amount that comes now.
  mutating func takeMoney() -> PhraseRules.Frame {
    defer {
      servesNumber = false
      servesMoney = false
    }
    return servesMoney ? rules?.money ?? .none : .none
  }
}

import Testing
import Voice
import Wire

/// What a pack promises is proved, and each thing that breaks the promise is found.
@Suite struct `The closure of a pack` {
  @Test(arguments: PackSource.shipped + PackSource.beside)
  func `holds`(locale: String) throws {
    #expect(try PackSource.named(locale).faults == [])
  }

  @Test func `holds with the option off`() throws {
    var source = try PackSource.named("zh-CN")
    source.manifest.options["liang"] = false
    #expect(source.faults == [])
  }

  @Test(arguments: PackSource.shipped)
  func `needs every clip that the recording script lists`(locale: String) throws {
    let source = try PackSource.named(locale)
    let needed = Pack.clipsNeeded(by: source.grammar, options: source.manifest.options)
    #expect(Set(needed.keys.map(\.rawValue)) == Set(source.manifest.clips.keys))
  }

  /// With small limits every number and amount can be tried: the proof must find just their clips.
  @Test(arguments: PackSource.shipped + PackSource.beside, [7, 20, 99, 1234])
  func `finds exactly the clips that are used`(locale: String, limit: Int) throws {
    try Self.tryAll(locale, upTo: limit)
  }

  @Test(arguments: [20_100])
  func `finds exactly the clips that are used across groups of digits`(limit: Int) throws {
    try Self.tryAll("zh-CN", upTo: limit)
  }

  private static func tryAll(_ locale: String, upTo limit: Int) throws {
    var source = try PackSource.named(locale)
    source.grammar.numbers.limit = limit
    source.grammar.phrases = [:]
    let code = source.manifest.currency
    source.grammar.money = source.grammar.money.filter { $0.key == code }
    source.grammar.money[code]?.limit = "\(limit)"
    let needed = Pack.clipsNeeded(by: source.grammar, options: source.manifest.options)
    for name in Vocabulary.names {
      source.manifest.clips[name] = .silent(name, name, .phrase)
    }
    let pack = try source.pack()
    var used = Set(Vocabulary.names)
    for sign in Vocabulary.signs {
      used.formUnion(try pack.script(for: SoundCommand("code:\(sign)")).clips.map(\.rawValue))
    }
    var commands = try (0...limit).flatMap {
      [try SoundCommand("number:\($0)"), try SoundCommand("money:\(code)\($0)")]
    }
    if Currency(rawValue: code)?.fractionDigits == 2 {
      let scattered = (1..<limit).map { $0 * 100 + $0 % 99 + 1 }
      commands += try (Array(1..<200) + scattered).map {
        try Amounts.command(code, hundredths: $0)
      }
    }
    for command in commands {
      used.formUnion(try pack.script(for: command).clips.map(\.rawValue))
    }
    #expect(Set(needed.keys.map(\.rawValue)) == used)
  }

  @Test(arguments: [
    Break("a missing clip", "signs.A", "asks for the clip 'sign.a'") {
      $0.manifest.clips["sign.a"] = nil
    },
    Break("a missing counted clip", "rules.cardinal.0", "asks for the clip 'n57'") {
      $0.manifest.clips["n57"] = nil
    },
    Break("a missing name", "phrases.payment.pix", "asks for the clip 'payment.pix'") {
      $0.manifest.clips["payment.pix"] = nil
    },
    Break("a missing unit", "rules.pence.1!", "asks for the clip 'penny'") {
      $0.manifest.clips["penny"] = nil
    },
    Break("a missing rule", "rules.cardinal.0", "asks for the clip 'n100'") {
      $0.grammar.rules["cardinal"]?["100"] = nil
    },
    Break("missing rules", "rules.cardinal.0", "n{} stands for 1000000000000 clips") {
      $0.grammar.rules["cardinal"] = ["0": "n{}"]
    },
    Break(
      "an uncovered number", "rules.hundreds", "no rule for 1...3, needed by rules.cardinal.100"
    ) {
      $0.grammar.rules["hundreds"] = ["4": "h{}"]
    },
    Break("an uncovered zero", "rules.dollars", "no rule for 0, needed by money.USD.whole") {
      $0.grammar.rules["dollars"] = ["1!": "dollar", "2": "dollars"]
    },
    Break("a circle", "rules.dollars.0", "goes in a circle: =cents =dollars =cents") {
      $0.grammar.rules["dollars"]?["0"] = "=cents"
      $0.grammar.rules["cents"]?["0"] = "=dollars"
    },
    Break("an unknown rule set", "rules.cardinal.100", "there is no rule set 'hundred'") {
      $0.grammar.rules["cardinal"]?["100"] = "<hundred [>]"
    },
    Break("an unknown rule set of an amount", "money.USD.whole", "there is no rule set 'dolars'") {
      $0.grammar.money["USD"]?.whole = "major=cardinal major=dolars"
    },
    Break("an unknown rule set of numbers", "numbers.rules", "there is no rule set 'ordinal'") {
      $0.grammar.numbers.rules = "ordinal"
    },
    Break("an unknown rule set to extend", "rules.cents.extends", "there is no rule set 'coins'") {
      $0.grammar.rules["cents"]?["extends"] = "coins"
    },
    Break("sets that extend each other", "rules.dollars.extends", "extends itself") {
      $0.grammar.rules["cents"]?["extends"] = "dollars"
      $0.grammar.rules["dollars"]?["extends"] = "cents"
    },
    Break("a bad key", "rules.cents.1O", "is no key of a rule") {
      $0.grammar.rules["cents"]?["1O"] = "cent"
    },
    Break("an unknown option", "rules.cents.1?old", "there is no option 'old'") {
      $0.grammar.rules["cents"]?["1?old"] = "cent"
    },
    Break("division below ten", "rules.cents.0", "'>' where nothing is divided") {
      $0.grammar.rules["cents"]?["0"] = "cents >"
    },
    Break("an open bracket", "rules.cardinal.1000", "'[' without ']'") {
      $0.grammar.rules["cardinal"]?["1000"] = "< thousand [>"
    },
    Break("a lonely bar", "rules.cardinal.1000", "'|' without '['") {
      $0.grammar.rules["cardinal"]?["1000"] = "< thousand | >"
    },
    Break("nested brackets", "rules.cardinal.1000", "'[' inside '[ ]'") {
      $0.grammar.rules["cardinal"]?["1000"] = "< thousand [ [>] ]"
    },
    Break("a bad clip id", "rules.cents.0", "'Cents' is no clip id") {
      $0.grammar.rules["cents"]?["0"] = "Cents"
    },
    Break("a bad form", "money.USD.whole", "'minr=cents' is neither") {
      $0.grammar.money["USD"]?.whole = "minr=cents"
    },
    Break("a form without words", "money.USD.whole", "says nothing") {
      $0.grammar.money["USD"]?.whole = ""
    },
    Break("a whole amount with cents", "money.USD.whole", "says a fraction") {
      $0.grammar.money["USD"]?.whole = "major=cardinal minor=cents"
    },
    Break("no form for cents", "money.USD.mixed", "is missing") {
      $0.grammar.money["USD"]?.mixed = nil
    },
    Break("a bad limit", "money.USD.limit", "more fraction digits") {
      $0.grammar.money["USD"]?.limit = "9.999"
    },
    Break("a limit beyond reckoning", "money.JPY.limit", "is beyond 1000000000000000") {
      $0.grammar.money["JPY"]?.limit = "\(Int.max)"
    },
    Break("a limit of numbers beyond reckoning", "numbers.limit", "is \(Int.max)") {
      $0.grammar.numbers.limit = .max
    },
    Break("a key beyond reckoning", "rules.cents.\(Int.max)!", "is no key of a rule") {
      $0.grammar.rules["cents"]?["\(Int.max)!"] = "cents"
    },
    Break("no currency", "money.XYZ", "is no ISO 4217 code") {
      $0.grammar.money["XYZ"] = $0.grammar.money["USD"]
    },
    Break("a missing sign", "signs.-", "is missing") { $0.grammar.signs["-"] = nil },
    Break("a foreign sign", "signs.é", "no code has this sign") { $0.grammar.signs["é"] = "n1" },
    Break("a phrase without its value", "phrases.queue.call.code", "must stand in it once") {
      $0.grammar.phrases["queue.call"] = try? Grammar.Phrase(
        json: #"{"clips": "queue.call", "code": "n1"}"#)
    },
    Break("a phrase unlike its clip", "phrases.chime.clips", "but the phrase differs") {
      $0.grammar.phrases["chime"] = try? Grammar.Phrase(json: #"{"clips": "chime chime"}"#)
    },
    Break("a phrase with a bad name", "phrases.Chime", "is no name") {
      $0.grammar.phrases["Chime"] = try? Grammar.Phrase(json: #"{"clips": "chime"}"#)
    },
    Break("a foreign format", "format", "is 2") { $0.manifest.format = 2 },
    Break("a gap between no roles", "gaps.number-verb", "names no two roles") {
      $0.manifest.gaps["number-verb"] = 10
    },
    Break("a negative gap", "gaps.word", "is -1") { $0.manifest.gaps["word"] = -1 },
    Break("no default gap", "gaps.default", "is missing") { $0.manifest.gaps["default"] = nil },
    Break("a default currency that is not said", "currency", "says no amounts in CHF") {
      $0.manifest.currency = "CHF"
    },
    Break("a clip outside the pack", "clips.n1.file", "is no path inside the pack") {
      $0.manifest.clips["n1"] = ClipEntry(
        file: "../n1.flac", sha256: String(repeating: "0", count: 64), text: "one", role: .number,
        frames: 1, credit: ClipCredit(source: "none", licence: "CC0-1.0"))
    },
    Break("a clip that is empty", "clips.n1.frames", "is not above 0") {
      $0.manifest.clips["n1"] = ClipEntry(
        file: "n1.flac", sha256: "00", text: "", role: .number, frames: 0,
        credit: ClipCredit(source: "none", licence: "CC0-1.0"))
    },
  ])
  func `finds`(fault: Break) throws {
    var source = try PackSource.named("en-US")
    fault.change(&source)
    let found = source.faults.contains {
      $0.path == fault.path && $0.problem.contains(fault.problem)
    }
    #expect(found, "\(source.faults.prefix(5).map(\.description))")
    #expect(source.faults.allSatisfy { !$0.remedy.isEmpty })
    #expect(throws: PackFaults.self) { try source.pack() }
  }

  @Test func `lists all faults, not the first alone, each with file, place and remedy`() throws {
    var source = try PackSource.named("zh-CN")
    for clip in ["wan", "n20", "yuan"] { source.manifest.clips[clip] = nil }
    source.manifest.format = 3
    #expect(
      PackFaults(source.faults).description == """
        grammar.json: money.CNY.mixed: asks for the clip 'yuan', which pack.json does not have; \
        add it to script.csv and build the pack again, or change the grammar
        grammar.json: rules.cardinal.0: asks for the clip 'n20', which pack.json does not have; \
        add it to script.csv and build the pack again, or change the grammar
        grammar.json: rules.cardinal.10000: asks for the clip 'wan', which pack.json does not have; \
        add it to script.csv and build the pack again, or change the grammar
        pack.json: format: is 3; this program reads 1
        """)
  }
}

import Audio
import Interop
import ProgramKit
import Voice
import Wire

enum SayCommand: Command {
  static let words = ["say"]
  static let summary = "speak a sound command, or show how it would be spoken"
  static let usage =
    "--pack PACK [--text | --clips | --expand | --out FILE | --device NAME] COMMAND"
  static let details = """
    Speaks COMMAND, for instance 'order.new number:128 money:CNY88.50', with the clips of PACK, which
    is an installed pack's name or a path.

    example: soundbox say --pack zh-CN --text 'money:CNY88.50'    prints 八十八点五元
    """
  static let options = [
    Option("pack", value: "PACK", "an installed pack's name, or a path"),
    Option("sounds", value: "FOLDER", "the folder of the installed packs"),
    Option("text", "print the words"),
    Option("clips", "print the clip ids, one per line"),
    Option("expand", "print the command as plain clip names, for old phone apps"),
    Option("out", value: "FILE", "write the announcement into a WAV file"),
    Option("device", value: "NAME", "speak on this ALSA device, or wav:PATH, or none"),
    Option("volume", value: "PERCENT", "gain for this announcement, 0-100"),
  ]

  static func run(_ arguments: Arguments) async throws(Failure) {
    let command: SoundCommand
    do {
      command = try SoundCommand(arguments.rest.joined(separator: " "))
    } catch {
      throw Failure(arguments.rest.isEmpty ? .usage : .data, "COMMAND: \(error)")
    }
    let folder = try PackFolder.find(
      try arguments.required("pack"),
      sounds: arguments["sounds"] ?? ProcessEnvironment.variables["SOUNDBOX_SOUNDS"])
    let pack = try PackFiles(folder: folder).pack()
    do {
      let texts = FreeTexts.isInstalled ? FreeTexts(pack, folder: folder) : nil
      let script = try pack.script(for: command, speaksTexts: texts != nil)
      if arguments.has("text") {
        Console.print(script.spoken)
      } else if arguments.has("clips") {
        Console.print(script.clips.map(\.rawValue).joined(separator: "\n"))
      } else if arguments.has("expand") {
        Console.print(try pack.expand(command).text)
      } else {
        let spoken = try await texts?.speak(script) ?? FreeTexts.Spoken()
        for (text, reason) in spoken.leftOut {
          Console.printError("soundbox: left out: \(text): \(reason)")
        }
        let clipCache = try PackClips(pack, folder: folder, for: script)
        try await play(clipCache.sound(of: script, speech: spoken.clips), arguments)
      }
      for text in script.leftOut {
        Console.printError("soundbox: left out, no synthesizer: \(text)")
      }
    } catch let fault as ScriptFault {
      throw Failure(.data, "\(fault)")
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.unavailable, "\(error)")
    }
  }

  private static func play(_ sound: Sound, _ arguments: Arguments) async throws {
    let gain = try volume(arguments)
    if let path = arguments["out"] {
      do throws(AudioError) {
        try SoundFile.write(gain.applied(to: sound.samples), path: path, as: .wav)
      } catch {
        throw Failure(.cannotCreate, "\(error)")
      }
    } else {
      let output = try makeOutput(arguments["device"] ?? "default")
      _ = try await output.play(sound, promptly: false, under: Controls(gain: gain))
    }
  }

  private static func volume(_ arguments: Arguments) throws(Failure) -> Gain {
    guard let text = arguments["volume"] else { return .full }
    guard let volume = Int(text), (0...100).contains(volume) else {
      throw Failure(.usage, "--volume must be a number from 0 to 100")
    }
    return Gain(percent: volume)
  }
}

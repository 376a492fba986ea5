import FoundationEssentials
import Glibc
import Interop
import TestKit
import Testing
import Voice

/// The program itself, with the synthesizers that Debian has.
@Suite(.timeLimit(.minutes(1))) struct `soundbox pack build` {
  private struct Outcome {
    let ending: ChildProcess.Ending
    let output: String
    let errors: String
  }

  /// Runs the program that was built with these tests.
  private func build(
    _ arguments: String..., environment: [String: String?] = [:]
  ) async throws -> Outcome {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = tests.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/soundbox"
    let child = try ChildProcess(
      program, ["pack", "build"] + arguments, environment: environment, output: .pipe,
      errors: .pipe)
    async let output = child.output?.readToEnd() ?? []
    async let errors = child.errors?.readToEnd() ?? []
    return await Outcome(
      ending: child.wait(), output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors, as: UTF8.self))
  }

  private func contents(of folder: String) throws -> [String: Data] {
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return try Dictionary(
      uniqueKeysWithValues: files.filter { $0.contains(".") }.map {
        ($0, try Data(contentsOf: URL(filePath: "\(folder)/\($0)")))
      })
  }

  private static func isInstalled(_ program: String) -> Bool {
    access("/usr/bin/\(program)", X_OK) == 0
  }

  @Test(
    .enabled(if: isInstalled("flite") && isInstalled("espeak-ng")),
    arguments: [SmallPack.flite, SmallPack.espeak])
  func `builds the same bytes again, and leaves nothing else`(synthesizer: String) async throws {
    try await withTemporaryFolder { folder in
      let scratch = "\(folder)/scratch"
      let pack = "\(folder)/pack"
      for path in [scratch, pack] {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      }
      try SmallPack(synthesizer: synthesizer).write(into: pack)
      let first = try await build(pack, environment: ["TMPDIR": scratch])
      #expect(first.ending == .exited(0), "\(first.errors)")
      #expect(first.errors.isEmpty)
      #expect(first.output.hasPrefix("\(pack): 3 clips, "))
      #expect(first.output.hasSuffix(" MB\n"))
      let before = try contents(of: pack)
      #expect(
        before.keys.sorted() == [
          "clips/bell.flac", "clips/sign.flac", "clips/word.flac", "grammar.json", "pack.json",
          "script.csv",
        ])
      try Data().write(to: URL(filePath: "\(pack)/clips/gone.flac"))
      let second = try await build(pack + "/", environment: ["TMPDIR": scratch])
      #expect(second.output == first.output)
      #expect(try contents(of: pack) == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch).isEmpty)
    }
  }

  @Test(.enabled(if: isInstalled("flite")))
  func `uses a recording if there is one`() async throws {
    try await withTemporaryFolder { folder in
      try SmallPack().write(into: folder)
      _ = try await build(folder)
      let recordings = "\(folder)/recordings"
      try FileManager.default.createDirectory(
        atPath: recordings, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: "\(folder)/clips/sign.flac", toPath: "\(recordings)/word.flac")
      let refused = try await build(folder)
      #expect(refused.ending == .exited(78))
      #expect(refused.errors.contains("recordings/word.flac: word: SOURCES.csv does not name it"))
      try "id,source,licence\nword,Ann,CC-BY-4.0\n".write(
        toFile: "\(recordings)/SOURCES.csv", atomically: true, encoding: .utf8)
      #expect(try await build(folder).ending == .exited(0))
      let manifest = try JSONDecoder().decode(
        PackManifest.self, from: Data(contentsOf: URL(filePath: "\(folder)/pack.json")))
      #expect(manifest.clips["word"]?.source == "Ann")
      #expect(manifest.clips["word"]?.licence == "CC-BY-4.0")
      #expect(manifest.clips["sign"]?.licence == "CC0-1.0")
    }
  }

  @Test(arguments: [
    (SmallPack.flite, "flite"), (SmallPack.espeak, "espeak-ng"),
  ])
  func `names the package of a missing synthesizer`(
    synthesizer: String, package: String
  ) async throws {
    try await withTemporaryFolder { folder in
      try SmallPack(synthesizer: synthesizer).write(into: folder)
      let before = try contents(of: folder)
      let outcome = try await build(folder, environment: ["PATH": folder])
      #expect(outcome.ending == .exited(69))
      #expect(
        outcome.errors == "soundbox: \(folder)/script.csv: line 2: cannot start \(package): "
          + "No such file or directory; install the Debian package \(package)\n")
      #expect(try contents(of: folder) == before)
    }
  }

  @Test(.enabled(if: isInstalled("flite")))
  func `refuses a voice that flite lacks`() async throws {
    try await withTemporaryFolder { folder in
      try SmallPack(synthesizer: #"{"engine": "flite", "voice": "nope"}"#).write(into: folder)
      let outcome = try await build(folder)
      #expect(outcome.ending == .exited(69))
      #expect(outcome.errors.contains("line 2: flite has no voice 'nope'"))
    }
  }

  @Test(.enabled(if: isInstalled("espeak-ng")))
  func `reports the line and the message of a synthesizer that fails`() async throws {
    try await withTemporaryFolder { folder in
      try SmallPack(synthesizer: #"{"engine": "espeak-ng", "voice": "nope"}"#).write(into: folder)
      let outcome = try await build(folder)
      #expect(outcome.ending == .exited(78))
      #expect(outcome.errors.contains("script.csv: line 2: espeak-ng ended with status 1: Error: "))
      #expect(outcome.errors.contains("Debian package espeak-ng"))
    }
  }
}

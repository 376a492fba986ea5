import Audio
import Glibc
import Interop
import ProgramKit
import Studio
import Voice

/// Makes a pack's clips: synthesizers run as programs, and the audio edge does the mastering.
struct PackAudioProcessor: AudioProcessor {
  /// The pack's folder.
  let folder: String
  /// Where synthesizers write their files.
  let scratch: String

  func version(of synthesizer: PackManifest.Synthesizer) async throws -> String {
    try await SynthesizerProgram(synthesizer: synthesizer).version()
  }

  func speak(
    _ text: String, for id: ClipID, with synthesizer: PackManifest.Synthesizer
  ) async throws -> [Float] {
    let path = "\(scratch)/\(id).wav"
    defer { unlink(path) }
    try await SynthesizerProgram(synthesizer: synthesizer).speak(text, into: path)
    return try Mastering.master(SoundFile.readRecording(path: path))
  }

  func master(recording path: String) async throws -> [Float] {
    try Mastering.master(SoundFile.readRecording(path: path))
  }

  func master(signal: [Float]) async throws -> [Float] {
    try Mastering.master(RawRecording(samples: signal, rate: 48_000))
  }

  func level(_ sounds: [String: [Float]]) async throws -> [String: [Int16]] {
    try Mastering.level(sounds).mapValues(\.samples)
  }

  func write(_ samples: [Int16], as file: String) async throws -> [UInt8] {
    let path = "\(folder)/\(file)"
    let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    guard mkdir(parent, 0o755) == 0 || errno == EEXIST else {
      throw SystemError.last("make the folder \(parent)")
    }
    try SoundFile.write(samples, path: path, as: .flac)
    return try TextFile.bytes(path)
  }
}

/// A speech synthesizer that is an external program, run without a shell.
struct SynthesizerProgram: Sendable {
  let synthesizer: PackManifest.Synthesizer

  /// The program's version, if it and the voice are installed.
  ///
  /// - Throws: Why it cannot be used, in a line.
  func version() async throws -> String {
    let marker: String
    switch synthesizer.engine {
    case .espeakNG:
      marker = "text-to-speech: "
    case .flite:
      // flite silently uses another voice if it does not have the given one.
      let voices = try await output(of: ["-lv"], statuses: [0])
      guard voices.split(separator: " ").contains(where: { $0 == synthesizer.voice }) else {
        throw SynthesizerError(text: "flite has no voice '\(synthesizer.voice)'")
      }
      guard synthesizer.speed == nil, synthesizer.pitch == nil else {
        throw SynthesizerError(
          text: "flite supports neither speed nor pitch; remove them from pack.json")
      }
      marker = "version: flite-"
    }
    let text = try await output(of: ["--version"], statuses: [0, 1])
    guard let found = text.firstRange(of: marker) else {
      throw SynthesizerError(text: "\(name) does not report its version")
    }
    return String(text[found.upperBound...].prefix { $0.isNumber || $0 == "." })
  }

  /// Speaks a text into a WAV file.
  ///
  /// - Throws: The program's error message, in a line.
  func speak(_ text: String, into path: String) async throws {
    _ = try await output(of: arguments(text, path), statuses: [0])
  }

  private var name: String { synthesizer.engine.rawValue }

  private func arguments(_ text: String, _ path: String) -> [String] {
    switch synthesizer.engine {
    case .espeakNG:
      ["-v", synthesizer.voice]
        + (synthesizer.speed.map { ["-s", String($0)] } ?? [])
        + (synthesizer.pitch.map { ["-p", String($0)] } ?? [])
        + ["-w", path, "--", text]
    case .flite:
      ["-voice", synthesizer.voice, "-o", path, "-t", text]
    }
  }

  /// The output of the program, if it ends with an expected status.
  private func output(of arguments: [String], statuses: Set<Int32>) async throws -> String {
    let child = try ChildProcess(
      name, arguments, environment: ["LC_ALL": "C.UTF-8"], output: .pipe, errors: .pipe)
    async let printed = child.output?.readToEnd() ?? []
    async let reported = child.errors?.readToEnd() ?? []
    let (output, errors) = await (printed, reported)
    let ending = await child.wait()
    if case .exited(let status) = ending, statuses.contains(status) {
      return String(decoding: output, as: UTF8.self)
    }
    let message = String(decoding: errors, as: UTF8.self)
      .split(whereSeparator: \.isNewline).joined(separator: " ")
    throw SynthesizerError(text: "\(name) ended with \(ending.description): \(message)")
  }

  private struct SynthesizerError: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
  }
}

extension ChildProcess.Ending {
  fileprivate var description: String {
    switch self {
    case .exited(let status): "status \(status)"
    case .signalled(let signal): "signal \(signal)"
    }
  }
}

/// A temporary folder in `TMPDIR` or `/tmp`.
enum ScratchFolder {
  /// Makes an empty folder, and removes it with its files afterwards.
  ///
  /// - Parameter body: What to do with the folder's path.
  /// - Returns: What `body` returns.
  /// - Throws: ``Failure`` with code 73 if the folder cannot be made, or what `body` throws.
  static func with<Result>(
    _ body: (String) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let parent = ProcessEnvironment.variables["TMPDIR"] ?? "/tmp"
    var template = Array("\(parent)/soundbox-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure(.cannotCreate, "\(SystemError.last("make a folder in \(parent)"))")
    }
    let path = String(
      decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer {
      for file in FolderListing.files(in: path) { unlink("\(path)/\(file)") }
      rmdir(path)
    }
    return try await body(path)
  }
}

import Interop
import Voice

/// A speech synthesizer that is a program of its own, run without a shell.
struct SynthesizerProgram: Sendable {
  let synthesizer: PackManifest.Synthesizer

  /// The program's version, if it and the voice are installed.
  ///
  /// - Throws: Why it cannot serve, in a line.
  func version() async throws -> String {
    let marker: String
    switch synthesizer.engine {
    case .espeakNG:
      marker = "text-to-speech: "
    case .flite:
      // Without the voice that it is told, flite speaks with another one and says nothing of it.
      let voices = try await output(of: ["-lv"], statuses: [0])
      guard voices.split(separator: " ").contains(where: { $0 == synthesizer.voice }) else {
        throw Complaint(text: "flite has no voice '\(synthesizer.voice)'")
      }
      guard synthesizer.speed == nil, synthesizer.pitch == nil else {
        throw Complaint(text: "flite takes neither speed nor pitch; take them out of pack.json")
      }
      marker = "version: flite-"
    }
    let text = try await output(of: ["--version"], statuses: [0, 1])
    guard let found = text.firstRange(of: marker) else {
      throw Complaint(text: "\(name) does not tell its version")
    }
    return String(text[found.upperBound...].prefix { $0.isNumber || $0 == "." })
  }

  /// Speaks a text into a WAV file.
  ///
  /// - Throws: What the program complained about, in a line.
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

  /// What the program prints, if it ends as it should.
  private func output(of arguments: [String], statuses: Set<Int32>) async throws -> String {
    let child = try ChildProcess(
      name, arguments, environment: ["LC_ALL": "C.UTF-8"], output: .pipe, errors: .pipe)
    async let printed = child.output?.readToEnd() ?? []
    async let complained = child.errors?.readToEnd() ?? []
    let (output, errors) = await (printed, complained)
    let ending = await child.wait()
    if case .exited(let status) = ending, statuses.contains(status) {
      return String(decoding: output, as: UTF8.self)
    }
    let complaint = String(decoding: errors, as: UTF8.self)
      .split(whereSeparator: \.isNewline).joined(separator: " ")
    throw Complaint(text: "\(name) ended with \(ending.words): \(complaint)")
  }

  private struct Complaint: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
  }
}

extension ChildProcess.Ending {
  fileprivate var words: String {
    switch self {
    case .exited(let status): "status \(status)"
    case .signalled(let signal): "signal \(signal)"
    }
  }
}

import Audio
import Glibc
import ProgramKit
import Studio
import Voice

enum PackBuildCommand: Command {
  static let words = ["pack", "build"]
  static let summary = "build a pack's clips from its script"
  static let usage = "FOLDER"
  static let details = """
    Rebuilds FOLDER/clips, one clip for each row of FOLDER/script.csv, and updates the member 'clips'
    of FOLDER/pack.json; the rest of that file stays as it is. FOLDER/clips belongs to this command:
    it deletes clips that are no longer in the script.

    A row's sound is FOLDER/recordings/ID.wav or ID.flac, if there is one, with its source and licence
    from FOLDER/recordings/SOURCES.csv (id,source,licence). Otherwise a 'say' cell such as
    'tone:880/140 0/30 1175/260' makes bell tones (hertz/milliseconds), and any other is spoken by the
    synthesizer of pack.json. All clips are trimmed, levelled to equal loudness and checked; the same
    sources give the same bytes.
    """
  static let options: [Option] = [
    Option(
      "clips-from", value: "FOLDER", "the folder of the recordings, instead of FOLDER/recordings")
  ]

  static func run(_ arguments: Arguments) async throws(Failure) {
    guard let name = arguments.rest.first, arguments.rest.count == 1 else {
      throw Failure(.usage, "name one pack's folder; see --help")
    }
    let folder = name.count > 1 && name.hasSuffix("/") ? String(name.dropLast()) : name
    let source = try PackSource(
      folder: folder, recordings: arguments["clips-from"] ?? "\(folder)/recordings")
    let pack = try await ScratchFolder.with { scratch throws(Failure) in
      try await build(source, at: PackAudioProcessor(folder: folder, scratch: scratch))
    }
    try TextFile.replace("\(folder)/pack.json", with: pack.manifestText)
    removeOthers(than: pack, in: folder)
    let faults = PackInspection.faults(in: folder)
    guard faults.isEmpty else { throw Failure(.configuration, faults) }
    Console.print("\(folder): \(summary(of: pack))")
  }

  private static func build(
    _ source: PackSource, at processor: PackAudioProcessor
  ) async throws(Failure) -> BuiltPack {
    do {
      return try await PackBuilder(processor: processor).build(source)
    } catch {
      switch error {
      case .faults(let faults): throw Failure(faults, in: processor.folder)
      case .noSynthesizer(let fault): throw Failure(.unavailable, "\(processor.folder)/\(fault)")
      case .unwritable(let error): throw Failure(.cannotCreate, "\(error)")
      }
    }
  }

  private static func removeOthers(than pack: BuiltPack, in folder: String) {
    let files = Set(pack.clips.values.map(\.file))
    for file in FolderListing.files(in: "\(folder)/clips").map({ "clips/\($0)" })
    where file.hasSuffix(".flac") && !files.contains(file) {
      unlink("\(folder)/\(file)")
    }
  }

  /// Such as `95 clips, 71.2 s, 1.9 MB`.
  private static func summary(of pack: BuiltPack) -> String {
    let seconds = tenths(pack.frames, of: 48_000)
    return "\(pack.clips.count) clips, \(seconds) s, \(tenths(pack.size, of: 1_000_000)) MB"
  }

  private static func tenths(_ count: Int, of unit: Int) -> String {
    let tenths = (count * 10 + unit / 2) / unit
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension PackSource {
  /// Reads the sources of a pack: manifest, grammar, script and recordings.
  ///
  /// - Parameters:
  ///   - folder: The pack's folder.
  ///   - recordings: The folder of the recordings, which need not exist.
  /// - Throws: ``Failure`` with a line for each fault.
  init(folder: String, recordings: String) throws(Failure) {
    let files = try PackFiles(folder: folder)
    let script = try Self.script(in: folder)
    self.init(
      manifestText: try TextFile.text("\(folder)/pack.json"), manifest: files.manifest,
      grammar: files.grammar, script: script,
      recordings: try Self.recordings(in: recordings, for: script))
  }

  private static func script(in folder: String) throws(Failure) -> RecordingScript {
    let text = try TextFile.text("\(folder)/script.csv")
    do { return try RecordingScript(csv: text) } catch { throw Failure(error, in: folder) }
  }

  private static func recordings(
    in folder: String, for script: RecordingScript
  ) throws(Failure) -> [ClipID: Recording] {
    let names = FolderListing.files(in: folder)
    let credits = "SOURCES.csv"
    let text = names.contains(credits) ? try TextFile.text("\(folder)/\(credits)") : ""
    do {
      return try RecordingCredits(csv: text).recordings(among: names, in: folder, for: script)
    } catch {
      throw Failure(error, in: folder)
    }
  }
}

extension Failure {
  /// Faults of files in a folder, one line each.
  init(_ faults: PackFaults, in folder: String) {
    self.init(.configuration, faults.faults.map { "\(folder)/\($0)" })
  }
}

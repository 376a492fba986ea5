import Audio
import FoundationEssentials
import Interop
import TestKit

/// An announcement as the shop should hear it, and where its clips are in it.
struct Expected {
  private struct Manifest: Decodable { var gaps: [String: Int] }

  private(set) var samples: [Int16] = []
  private(set) var clips: [Range<Int>] = []

  /// Asks the box's program for the announcement of some sound commands, a word's silence apart.
  init(_ commands: String..., in folder: String) async throws {
    let pack = "\(BoxUnderTest.repository)/Sounds/zh-CN"
    let manifest = try Data(contentsOf: URL(fileURLWithPath: "\(pack)/pack.json"))
    let gap = try JSONDecoder().decode(Manifest.self, from: manifest).gaps["word"] ?? 0
    for command in commands {
      if !samples.isEmpty { samples += repeatElement(0, count: gap * 48) }
      let path = "\(folder)/said.wav"
      _ = try await Self.say("--pack", pack, "--out", path, command)
      let said = try SoundFile.read(path: path).samples
      var end = 0
      for id in try await Self.say("--pack", pack, "--clips", command).split(separator: "\n") {
        let clip = try SoundFile.read(path: "\(pack)/clips/\(id).flac").samples
        guard let start = find(clip, in: said, from: end) else { throw Unexpected("clip \(id)") }
        end = start + clip.count
        clips.append(samples.count + start..<samples.count + end)
      }
      samples += said
    }
  }

  private static func say(_ arguments: String...) async throws -> String {
    let child = try ChildProcess(BoxUnderTest.program, ["say"] + arguments, output: .pipe)
    let output = await child.output?.readToEnd() ?? []
    guard await child.wait() == .exited(0) else {
      throw Unexpected("the end of soundbox say \(arguments.joined(separator: " "))")
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// So many moments at which to interrupt it, evenly spread.
  func moments(_ count: Int) -> [Duration] {
    let end = clips.last?.lowerBound ?? 0
    return (0..<count).map { Sample.duration(of: end * $0 / count) }
  }

  /// Moments 40 ms before a clip ends, when the device may have been given the next one already.
  var lateMoments: [Duration] {
    clips.dropLast().map { Sample.duration(of: $0.upperBound - Sample.rate / 25) }
  }

  /// The moment when its last clip has just begun.
  var lastMoment: Duration {
    Sample.duration(of: (clips.last?.lowerBound ?? 0) + Sample.rate / 25)
  }

  /// The announcement in the form that a speaker takes.
  var sound: Sound { Sound(samples, clipEnds: clips.map(\.upperBound)) }

  /// Where it begins in a recording in which it is the first that is heard.
  func start(in recorded: [Int16]) -> Int? {
    guard let first = recorded.firstIndex(where: { $0 != 0 }),
      let lead = samples.firstIndex(where: { $0 != 0 }), first >= lead
    else { return nil }
    return first - lead
  }

  /// How many of its samples are heard, each as it should be, from its start in a recording.
  func heard(in recorded: [Int16], from start: Int) -> Int {
    zip(samples, recorded[start...]).prefix { $0 == $1 }.count
  }

  /// The end of the clip that is heard at a sample; the sample itself if that is between clips.
  func end(ofClipAt sample: Int) -> Int {
    clips.first { $0.contains(sample) }?.upperBound ?? sample
  }
}

/// What should not have come.
struct Unexpected: Error, CustomStringConvertible {
  let description: String
  init(_ what: String) { description = "not as expected: \(what)" }
}

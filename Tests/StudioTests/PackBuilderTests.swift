import Digest
import FoundationEssentials
import Studio
import Testing
import Voice

@Suite(.timeLimit(.minutes(1))) struct `A pack builder` {
  @Test func `prefers recordings, then tones, then the synthesizer`() async throws {
    let processor = FakeAudioProcessor()
    let source = try SmallPack().source(recordings: [
      .known("sign"): Recording(path: "r/sign.wav", source: "Ann", licence: "CC-BY-4.0")
    ])
    let pack = try await PackBuilder(processor: processor).build(source)
    let requests = await processor.calls.dropFirst().prefix(3)
    #expect(Set(requests) == ["speak one word", "tones 20640", "record r/sign.wav"])
    let credits = pack.clips.mapValues { "\($0.source) | \($0.licence)" }
    #expect(
      credits == [
        .known("word"): "flite 9.9, voice slt | CC0-1.0",
        .known("bell"): "tone generator of soundbox pack build | CC0-1.0",
        .known("sign"): "Ann | CC-BY-4.0",
      ])
  }

  @Test func `describes each clip in the manifest`() async throws {
    let pack = try await PackBuilder(processor: FakeAudioProcessor()).build(SmallPack().source())
    let count = "speak one word".utf8.count
    #expect(
      pack.clips[.known("word")]
        == ClipEntry(
          file: "clips/word.flac", sha256: SHA256.hex(of: [UInt8](repeating: 50, count: count)),
          text: "word", role: .phrase, frames: count,
          credit: ClipCredit(source: "flite 9.9, voice slt", licence: "CC0-1.0")))
    #expect(pack.frames == pack.size)
    let manifest = try JSONDecoder().decode(PackManifest.self, from: Data(pack.manifestText.utf8))
    #expect(manifest.clips.count == 3)
    #expect(manifest.clips["word"] == pack.clips[.known("word")])
  }

  @Test func `produces two sounds at a time, and writes none before it has all`() async throws {
    let processor = FakeAudioProcessor(together: 2)
    var small = SmallPack()
    for number in 0..<20 { small.script += "n\(number),\(number),n\(number),number,n\n" }
    _ = try await PackBuilder(processor: processor).build(small.source())
    #expect(await processor.mostAtOnce == 2)
    let calls = await processor.calls
    let level = try #require(calls.firstIndex(of: "level"))
    #expect(calls[..<level].allSatisfy { !$0.hasPrefix("write") })
    #expect(calls[level...].dropFirst().allSatisfy { $0.hasPrefix("write") })
  }

  @Test func `needs no synthesizer if all clips are recorded or tones`() async throws {
    let processor = FakeAudioProcessor(refusing: ["version"])
    let recording = Recording(path: "r", source: "Ann", licence: "CC0-1.0")
    _ = try await PackBuilder(processor: processor).build(
      SmallPack().source(recordings: [.known("sign"): recording, .known("word"): recording]))
    #expect(await !processor.calls.contains("version"))
  }

  @Test func `names line and package of a missing synthesizer`() async throws {
    let processor = FakeAudioProcessor(refusing: ["version"])
    await #expect {
      try await PackBuilder(processor: processor).build(SmallPack().source())
    } throws: { error in
      guard case StudioError.noSynthesizer(let fault) = error else { return false }
      return "\(fault)"
        == "script.csv: line 2: no version; install the Debian package flite"
    }
  }

  @Test func `names the line of each row without a sound, and writes nothing`() async throws {
    let processor = FakeAudioProcessor(refusing: ["speak one word", "speak sign"])
    await #expect {
      try await PackBuilder(processor: processor).build(SmallPack().source())
    } throws: { error in
      guard case StudioError.faults(let faults) = error else { return false }
      return faults.faults.map(\.path) == ["line 2", "line 4"]
        && faults.faults[0].problem == "no speak one word"
        && faults.faults[0].remedy.contains("Debian package flite")
    }
    #expect(await processor.calls.allSatisfy { !$0.hasPrefix("write") && $0 != "level" })
  }

  @Test func `refuses a script without a clip that the grammar uses`() async throws {
    var small = SmallPack()
    small.script = small.script.replacing("sign,sign,sign,sign,sign\n", with: "")
    let (processor, source) = (FakeAudioProcessor(), try small.source())
    await #expect {
      try await PackBuilder(processor: processor).build(source)
    } throws: { error in
      guard case StudioError.faults(let faults) = error else { return false }
      return faults.faults.map(\.problem)
        == ["asks for the clip 'sign', which script.csv does not have"]
    }
    #expect(await processor.calls.isEmpty)
  }
}

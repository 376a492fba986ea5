import Testing
import Wire

@Suite struct `Health and info` {
  private let moment = Timestamp(milliseconds: 1_795_953_603_412)

  @Test func `of a box that has just started`() {
    let health = Health(
      at: moment, connectionNumber: 7, audio: Health.Audio(.idle, device: "default"),
      version: "1.0.0")
    #expect(
      health.json.encoded
        == #"{"at":"2026-11-29T12:00:03.412Z","session":7,"queue":0,"oldestWaiting":null,"ringing":0,"accepted":0,"ignored":[],"#
        + #""lastOrder":null,"lastPlayed":null,"#
        + #""audio":{"state":"idle","device":"default","reason":null,"xruns":0},"#
        + #""reconnects":0,"clock":"unsynced","volume":100,"mutedUntil":null,"quiet":false,"#
        + #""memory":0,"unpublished":0,"uptime":0,"version":"1.0.0"}"#)
  }

  @Test func `of a box in trouble`() {
    var health = Health(
      at: moment, connectionNumber: 4711,
      audio: Health.Audio(.unavailable, device: "hw:1,0", reason: "no such device", xruns: 3),
      version: "1.0.0")
    health.queue = 2
    health.oldestWaiting = .milliseconds(61_999)
    health.ringing = 1
    health.lastOrder = moment
    health.lastPlayed = Timestamp(milliseconds: 1_795_953_600_000)
    health.reconnects = 4
    health.clockIsSynced = true
    health.volume = 60
    health.mutedUntil = moment
    health.quiet = true
    health.memory = 12_345_678_901
    health.unpublished = 5
    health.uptime = .seconds(86_400)
    #expect(
      health.json.encoded
        == #"{"at":"2026-11-29T12:00:03.412Z","session":4711,"queue":2,"oldestWaiting":61,"ringing":1,"accepted":0,"ignored":[],"#
        + #""lastOrder":"2026-11-29T12:00:03.412Z","lastPlayed":"2026-11-29T12:00:00.000Z","#
        + #""audio":{"state":"unavailable","device":"hw:1,0","reason":"no such device","xruns":3},"#
        + #""reconnects":4,"clock":"synced","volume":60,"mutedUntil":"2026-11-29T12:00:03.412Z","#
        + #""quiet":true,"memory":12345678901,"unpublished":5,"uptime":86400,"version":"1.0.0"}"#)
  }

  @Test(arguments: ["idle", "playing", "unavailable", "warming up"])
  func `keep what the sound device does, known or not`(state: String) throws {
    let health = Health(
      at: moment, connectionNumber: 7,
      audio: Health.Audio(Health.Audio.State(rawValue: state), device: "default"), version: "2.0.0")
    let text = health.json.encoded
    let read = try Health(payload: Array(text.utf8))
    #expect(read == health)
    #expect(read.json.encoded == text)
  }

  @Test(arguments: ["{}", #"{"audio":{}}"#, #"{"audio":{"state":""}}"#])
  func `without a state of the sound device are refused`(more: String) throws {
    let members = more.dropFirst().dropLast()
    let text = #"{"at":"2026-11-29T12:00:03Z"\#(members.isEmpty ? "" : ",")\#(members)}"#
    #expect(throws: Refusal("audio.state", "is missing")) {
      try Health(payload: Array(text.utf8))
    }
  }

  @Test func `say what the box is`() {
    let info = BoxInfo(
      version: "1.0.0", pack: BoxInfo.Pack(name: "zh", version: "2", locale: "zh-CN"),
      settings: ["audio": "default"], at: moment)
    #expect(
      info.json.encoded
        == #"{"version":"1.0.0","protocol":1,"pack":{"name":"zh","version":"2","locale":"zh-CN"},"#
        + #""settings":{"audio":"default"},"at":"2026-11-29T12:00:03.412Z"}"#)
  }
}

import Messaging

/// What boxes of a large fleet report, as the broker brings it: each order is delivered, and handled
/// when some thousand others have come.
struct SampleReceipts {
  let boxes: Int
  /// How many orders are under way.
  let underWay = 2000
  private var step = 0

  init(boxes: Int) { self.boxes = boxes }

  /// The next messages.
  mutating func batch(of count: Int) -> [Message] {
    (0..<count).map { _ in
      defer { step += 1 }
      let order = step / 2
      return step.isMultiple(of: 2)
        ? message(order, isHandled: false)
        : message(max(0, order - underWay), isHandled: true)
    }
  }

  private func message(_ order: Int, isHandled: Bool) -> Message {
    let box = order % boxes
    let (store, name) = ("s\(box / 10)", "box-\(box % 10)")
    let kind = isHandled ? "handled" : "delivered"
    let seq = order / boxes * 2 + (isHandled ? 2 : 1)
    let payload = """
      {"v":1,"receipt":"\(kind)","id":"\(order)-created","order":"\(order)","store":"\(store)",\
      "box":"\(name)","attempt":1,\(isHandled ? #""outcome":"played","# : "")"code":0,"reason":null,\
      "seq":\(seq),"session":1,"at":"2026-11-29T12:00:04.100Z","times":{\
      "received":"2026-11-29T12:00:00.412Z","delivered":"2026-11-29T12:00:00.500Z"\
      \(isHandled ? #","started":"2026-11-29T12:00:00.700Z","finished":"2026-11-29T12:00:04.000Z""# : "")\
      },"rounds":1,"channel":"mqtt",\(isHandled ? #""spoken":"您有新的订单，金额二十六元五角","# : "")\
      "clock":"synced","duplicate":false,"hasHandled":0}
      """
    return Message(
      topic: "soundbox/v1/\(store)/\(name)/receipt/\(kind)", payload: Array(payload.utf8),
      isRetained: false)
  }

  /// What each box says about itself when it connects.
  func introductions() -> [Message] {
    (0..<boxes).flatMap { box -> [Message] in
      let topic = "soundbox/v1/s\(box / 10)/box-\(box % 10)"
      let info = """
        {"version":"1.0.0","protocol":1,"pack":{"name":"zh-CN","version":"1.0.0","locale":"zh-CN"},\
        "settings":{"audio":"default","volume":80,"quiet":"22:00-07:00","queue":{"longest":50,\
        "summaryAbove":5},"repeat":{"every":"30s","times":3},"broker":"mqtts://broker.example:8883",\
        "orders":["shop/orders/+"],"gain":0,"buttons":["ack","volume-up","volume-down"]},\
        "at":"2026-11-29T12:00:00.000Z"}
        """
      let health = """
        {"at":"2026-11-29T12:00:00.000Z","session":1,"queue":0,"oldestWaiting":null,"ringing":0,\
        "lastOrder":null,"lastPlayed":null,"audio":{"state":"idle","device":"default","reason":null,\
        "xruns":0},"reconnects":0,"clock":"synced","volume":80,"mutedUntil":null,"quiet":false,\
        "memory":21000000,"unpublished":0,"uptime":3600,"version":"1.0.0"}
        """
      let state = #"{"state":"online","session":1,"at":"2026-11-29T12:00:00.000Z"}"#
      return [("state", state), ("info", info), ("health", health)].map { purpose, payload in
        Message(topic: "\(topic)/\(purpose)", payload: Array(payload.utf8), isRetained: true)
      }
    }
  }
}

extension Publication {
  /// What the monitor is to receive.
  init(_ message: Message) {
    self.init(topic: message.topic, payload: message.payload, isRetained: message.isRetained)
  }
}

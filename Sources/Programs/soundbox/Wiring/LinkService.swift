import MQTT
import Service
import Synchronization

/// The connection to the broker as a part of the daemon.
struct LinkService: Service {
  let name = "broker"
  let link: MQTTLink

  func run() async throws { await link.run() }
}

/// Wakes the link, which is made after those who need to wake it.
final class LinkBell: Sendable {
  private let link = Mutex<MQTTLink?>(nil)

  func attach(_ link: MQTTLink) { self.link.withLock { $0 = link } }

  func ring() { link.withLock { $0 }?.wake() }
}

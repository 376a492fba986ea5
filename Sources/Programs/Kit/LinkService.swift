package import MQTT
import Service
import Synchronization

/// The connection to the broker as a part of the daemon.
package struct LinkService: Service {
  package let name = "broker"
  package let link: MQTTLink

  /// Takes a link.
  package init(link: MQTTLink) { self.link = link }

  package func run() async throws { await link.run() }
}

/// Wakes the link, which is made after those who need to wake it.
package final class LinkHandle: Sendable {
  private let link = Mutex<MQTTLink?>(nil)

  /// Makes one without a link.
  package init() {}

  package func attach(_ link: MQTTLink) { self.link.withLock { $0 = link } }

  package func ring() { link.withLock { $0 }?.wake() }
}

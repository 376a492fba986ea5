package import MQTT
import Service
import Synchronization

/// The connection to the broker as a service of the daemon.
package struct LinkService: Service {
  package let name = "broker"
  package let link: MQTTLink

  package init(link: MQTTLink) { self.link = link }

  package func run() async throws { await link.run() }
}

/// Wakes the link; exists before it, for the parts that the link itself needs.
package final class LinkHandle: Sendable {
  private let link = Mutex<MQTTLink?>(nil)

  package init() {}

  package func attach(_ link: MQTTLink) { self.link.withLock { $0 = link } }

  package func wake() { link.withLock { $0 }?.wake() }
}

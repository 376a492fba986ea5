package import MQTT
import Service
import Synchronization

/// The connection to the broker as a service of the daemon.
package struct LinkService: Service {
  package let name = "broker"
  package let link: Link

  package init(link: Link) { self.link = link }

  package func run() async throws { await link.run() }
}

/// Wakes the link; exists before it, for the parts that the link itself needs.
package final class LinkHandle: Sendable {
  private let link = Mutex<Link?>(nil)

  package init() {}

  package func attach(_ link: Link) { self.link.withLock { $0 = link } }

  package func wake() { link.withLock { $0 }?.wake() }
}

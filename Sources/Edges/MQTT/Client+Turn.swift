import CMosquitto
import Glibc

extension Client {
  /// The socket to poll; negative once it is closed.
  var socket: Int32 { unsafe mosquitto_socket(handle) }

  /// Whether there is something to write.
  var wantsWrite: Bool { unsafe mosquitto_want_write(handle) }

  /// Whether a ``read()`` would find something now.
  var isReadable: Bool {
    var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return unsafe entry.fd >= 0 && poll(&entry, 1, 0) > 0
  }

  /// Reads at least one packet, or what there is of it, and calls back.
  func read() throws(MQTTError) {
    try act { unsafe mosquitto_loop_read(handle, 1) }
  }

  /// Writes what is queued, as far as the socket takes it without waiting.
  ///
  /// The packets leave together: a broker that is woken by the first one would take the processor
  /// before the second is written.
  func write() throws(MQTTError) {
    guard wantsWrite else { return }
    holdBack(true)
    defer { holdBack(false) }
    try act { unsafe mosquitto_loop_write(handle, 1) }
  }

  /// Corresponds to `TCP_CORK` (tcp(7)), which adds no delay once it is off again.
  private func holdBack(_ isOn: Bool) {
    var value: Int32 = isOn ? 1 : 0
    unsafe setsockopt(
      socket, Int32(IPPROTO_TCP), TCP_CORK, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Sees to the sign of life; needs to be called about once a second.
  func keepAlive() throws(MQTTError) {
    try act { unsafe mosquitto_loop_misc(handle) }
  }

  /// Cuts the connection so that nothing queued leaves any more.
  func sever() {
    let socket = socket
    if socket >= 0 { shutdown(socket, Int32(SHUT_RDWR)) }
  }

  private func act(_ call: () -> Int32) throws(MQTTError) {
    errno = 0
    let code = call()
    guard code != 0 || socket < 0 else { return }
    throw failure(
      code == 0 ? MOSQ_ERR_CONN_LOST.asCode : code,
      "\(intake.welcome == nil ? "connect" : "stay connected") to \(address)")
  }
}

import CMosquitto
import Glibc
import Interop
import Messaging

/// One client of libmosquitto, for one attempt to connect.
///
/// Used on the link's thread only. It is set to threaded mode, so that only ``write()`` writes:
/// libmosquitto queues the acknowledgement of a message before it calls back, and an unthreaded client
/// would send it at once.
final class Client {
  let address: String
  let buffer = CallbackBuffer()
  private let owned: Owned
  let broker: Broker
  let session: SessionSettings

  init(_ broker: Broker, _ session: SessionSettings, will: Publication?) throws(MQTTError) {
    precondition(Self.isLibraryReady, "libmosquitto cannot be initialised")
    address = broker.address
    self.broker = broker
    self.session = session
    guard let client = unsafe mosquitto_new(session.clientID, false, nil) else {
      throw .library(MOSQ_ERR_NOMEM.asCode, "make a client")
    }
    owned = unsafe Owned(client) { unsafe mosquitto_destroy($0) }
    unsafe buffer.listen(to: client)
    try setUp(will)
  }

  /// Once in a process, before anything else of the library.
  private static let isLibraryReady = mosquitto_lib_init() == 0

  /// The client, for the calls of libmosquitto only.
  var handle: OpaquePointer { unsafe owned.pointer }

  /// Throws what a failing call means.
  func check(_ code: Int32, _ step: String) throws(MQTTError) {
    guard code == 0 else { throw .library(code, step) }
  }

  /// Looks up the host, opens the connection and queues CONNECT; blocks for as long as that takes.
  func connect() throws(MQTTError) {
    var properties = Properties()
    try properties.add(MQTT_PROP_SESSION_EXPIRY_INTERVAL, session.expiry.protocolSeconds)
    try properties.add(MQTT_PROP_RECEIVE_MAXIMUM, session.receiveMaximum)
    try properties.add(MQTT_PROP_MAXIMUM_PACKET_SIZE, session.maximumPacketSize)
    errno = 0
    let code = unsafe mosquitto_connect_bind_v5(
      handle, broker.host, Int32(broker.port), Int32(session.keepAlive.protocolSeconds), nil,
      properties.list)
    guard code == 0 else { throw failure(code, "connect to \(address)") }
  }

  /// What the failure `code` means, which the broker or OpenSSL may have explained before.
  func failure(_ code: Int32, _ step: String) -> MQTTError {
    if let reason = buffer.connectAcknowledgement?.reason, reason.isRefusal {
      return .refused(reason, by: address)
    }
    if let disconnectCode = buffer.disconnectCode, disconnectCode >= 0x80,
      let code = UInt8(exactly: disconnectCode)
    {
      return .disconnected(ReasonCode(rawValue: code), by: address)
    }
    if broker.tls != nil, buffer.connectAcknowledgement == nil,
      buffer.verdict?.isRefusal == true || code == MOSQ_ERR_TLS.asCode
    {
      return .tls(code, buffer.libraryErrors, buffer.verdict, with: address)
    }
    return .library(code, step)
  }
}

extension mosq_err_t {
  /// As libmosquitto's functions return it.
  var asCode: Int32 { rawValue }
}

extension Client {
  /// Sets the options, credentials, TLS and will, all of which must precede connecting.
  func setUp(_ will: Publication?) throws(MQTTError) {
    try check(unsafe mosquitto_threaded_set(handle, true), "set up the client")
    try set(MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5)
    // Without it each round trip costs 40 ms; it must be set before connecting.
    try set(MOSQ_OPT_TCP_NODELAY, 1)
    if let credentials = broker.credentials {
      try check(
        unsafe mosquitto_username_pw_set(handle, credentials.username, credentials.password),
        "use the user name \(credentials.username)")
    }
    if let tls = broker.tls { try setTLS(tls) }
    if let will { try setWill(will) }
  }

  private func set(_ option: mosq_opt_t, _ value: Int32) throws(MQTTError) {
    try check(unsafe mosquitto_int_option(handle, option, value), "set up the client")
  }

  private func setTLS(_ tls: TLSSettings) throws(MQTTError) {
    for path in [tls.ca, tls.certificate, tls.key].compactMap(\.self) {
      guard unsafe access(path, R_OK) == 0 else {
        throw .library(MOSQ_ERR_ERRNO.asCode, "read \(path)")
      }
    }
    if tls.ca == nil { try set(MOSQ_OPT_TLS_USE_OS_CERTS, 1) }
    if tls.ca != nil || tls.certificate != nil {
      // Our own certificate is only taken along with a place of trusted ones.
      try check(
        unsafe mosquitto_tls_set(
          handle, tls.ca, tls.ca == nil ? "/etc/ssl/certs" : nil, tls.certificate, tls.key, nil),
        "set up TLS")
    }
    try check(unsafe mosquitto_tls_opts_set(handle, 1, "tlsv1.2", nil), "set up TLS")
    try check(unsafe mosquitto_tls_insecure_set(handle, false), "set up TLS")
  }

  /// Sets the will with its delay (MQTT 5.0, 3.1.3.2).
  private func setWill(_ will: Publication) throws(MQTTError) {
    var properties = try Properties(of: will)
    try properties.add(MQTT_PROP_WILL_DELAY_INTERVAL, session.willDelay.protocolSeconds)
    try check(
      unsafe mosquitto_will_set_v5(
        handle, will.topic, Int32(will.payload.count), will.payload, will.qualityOfService.rawValue,
        will.isRetained, properties.list),
      "set the will at \(will.topic)")
    properties.handedOver()
  }
}

extension Client {
  /// Queues one SUBSCRIBE for all `filters`.
  ///
  /// - Parameters:
  ///   - filters: The topic filters.
  ///   - wantsRetained: Whether the broker sends what it has retained, if the subscription is new to it.
  /// - Throws: ``MQTTError``.
  func subscribe(to filters: [String], wantsRetained: Bool) throws(MQTTError) {
    let retained =
      wantsRetained ? MQTT_SUB_OPT_SEND_RETAIN_NEW : MQTT_SUB_OPT_SEND_RETAIN_NEVER
    let names = unsafe filters.map { unsafe strdup($0) }
    defer { unsafe names.forEach { unsafe free($0) } }
    try check(
      unsafe mosquitto_subscribe_multiple(
        handle, nil, Int32(names.count), names, QualityOfService.atLeastOnce.rawValue,
        Int32(retained.rawValue), nil),
      "subscribe to \(filters.joined(separator: " "))")
  }

  /// Queues a PUBLISH.
  ///
  /// - Returns: The number under which it will be acknowledged.
  func publish(_ publication: Publication) throws(MQTTError) -> Int32 {
    let properties = try Properties(of: publication)
    var number: Int32 = 0
    try check(
      unsafe mosquitto_publish_v5(
        handle, &number, publication.topic, Int32(publication.payload.count),
        publication.payload, publication.qualityOfService.rawValue, publication.isRetained,
        properties.list),
      "publish to \(publication.topic)")
    return number
  }

  /// Queues a DISCONNECT, upon which the broker drops the will (MQTT 5.0, 3.14.4).
  func disconnect() throws(MQTTError) {
    var properties = Properties()
    if session.endsWithGoodbye { try properties.add(MQTT_PROP_SESSION_EXPIRY_INTERVAL, UInt32(0)) }
    try check(
      unsafe mosquitto_disconnect_v5(handle, 0, properties.list), "disconnect from \(address)")
  }
}

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
    try perform { unsafe mosquitto_loop_read(handle, 1) }
  }

  /// Writes what is queued, as far as the socket takes it without waiting.
  ///
  /// The packets leave together: a broker that is woken by the first one would take the processor
  /// before the second is written.
  func write() throws(MQTTError) {
    guard wantsWrite else { return }
    setCork(true)
    defer { setCork(false) }
    try perform { unsafe mosquitto_loop_write(handle, 1) }
  }

  /// Corresponds to `TCP_CORK` (tcp(7)), which adds no delay once it is off again.
  private func setCork(_ isOn: Bool) {
    var value: Int32 = isOn ? 1 : 0
    unsafe setsockopt(
      socket, Int32(IPPROTO_TCP), TCP_CORK, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Sends PINGREQ when it is due, and detects a dead connection; to be called about once a second.
  func keepAlive() throws(MQTTError) {
    try perform { unsafe mosquitto_loop_misc(handle) }
  }

  /// Shuts the socket down, so that nothing that is queued is sent.
  func cutConnection() {
    let socket = socket
    if socket >= 0 { shutdown(socket, Int32(SHUT_RDWR)) }
  }

  private func perform(_ call: () -> Int32) throws(MQTTError) {
    errno = 0
    let code = call()
    guard code != 0 || socket < 0 else { return }
    throw failure(
      code == 0 ? MOSQ_ERR_CONN_LOST.asCode : code,
      "\(buffer.connectAcknowledgement == nil ? "connect" : "stay connected") to \(address)")
  }
}

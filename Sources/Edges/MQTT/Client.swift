import CMosquitto
import Glibc
import Interop
import Messaging

/// One client of libmosquitto, for one attempt to connect.
///
/// Lives on the link's thread. It is told to be threaded, so that nothing is ever written but by
/// ``write()``: libmosquitto queues the acknowledgement of a message before it hands that over, and
/// an unthreaded client would send it at once.
final class Client {
  let address: String
  let intake = CallbackBuffer()
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
    unsafe intake.listen(to: client)
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
    if let reason = intake.welcome?.reason, reason.isRefusal {
      return .refused(reason, by: address)
    }
    if let parting = intake.parting, parting >= 0x80, let code = UInt8(exactly: parting) {
      return .disconnected(ReasonCode(rawValue: code), by: address)
    }
    if broker.tls != nil, intake.welcome == nil,
      intake.verdict?.isRefusal == true || code == MOSQ_ERR_TLS.asCode
    {
      return .tls(code, intake.complaints, intake.verdict, with: address)
    }
    return .library(code, step)
  }
}

extension mosq_err_t {
  /// As libmosquitto's functions return it.
  var asCode: Int32 { rawValue }
}

import CMosquitto
import Messaging

/// What the callbacks of one client have gathered and its connection has not yet dealt with.
///
/// Lives on the link's thread. libmosquitto keeps an unretained pointer to it, which ``Client``
/// therefore outlives: it owns both. Nothing of libmosquitto's memory is kept here.
final class CallbackBuffer {
  /// The broker's answer to CONNECT.
  struct Welcome {
    let reason: ReasonCode
    let sessionPresent: Bool
    /// How many messages may be in flight to the broker (MQTT 5.0, 3.2.2.3.3).
    let receiveMaximum: Int
  }

  /// The broker's answer to one publication.
  struct Acknowledgement {
    let number: Int32
    let reason: ReasonCode
  }

  var welcome: Welcome?
  /// The broker's answer to SUBSCRIBE, filter by filter.
  var grants: [ReasonCode]?
  var messages: [Message] = []
  var acknowledgements: [Acknowledgement] = []
  /// Why the connection ended: a reason code of the broker or an error of libmosquitto.
  var parting: Int32?
  /// What OpenSSL thought of the broker's certificate when something went wrong.
  var verdict: TLSVerdict?
  /// The errors that libmosquitto has logged, the last few of them.
  private(set) var complaints: [String] = []

  func complain(_ text: String) {
    complaints.append(text)
    if complaints.count > 8 { complaints.removeFirst() }
  }

  /// The messages gathered so far, which then are no longer here.
  func takeMessages() -> [Message] {
    defer { messages.removeAll(keepingCapacity: true) }
    return messages
  }
}

import CMosquitto

/// What a client and its broker agree on, and keep over lost connections.
public struct SessionSettings: Sendable {
  /// The name of the session: a client that connects with it gets what was queued.
  public var clientID: String
  /// The longest silence before a PINGREQ, in whole seconds, 5 at least.
  ///
  /// A dead connection is found after twice this time at most (MQTT 5.0, 3.1.2.10).
  public var keepAlive: Duration
  /// How long the broker keeps session and missed messages of an absent client, in whole seconds
  /// (MQTT 5.0, 3.1.2.11.2).
  public var expiry: Duration
  /// Whether an end in peace ends the session as well, whatever ``expiry`` says: the client does not
  /// come back (MQTT 5.0, 3.14.2.2.2).
  public var endsWithGoodbye = false
  /// How many messages the broker may send before it has seen our acknowledgements
  /// (MQTT 5.0, 3.1.2.11.3); the most that one turn of the link takes in as well.
  public var receiveMaximum: UInt16 = 20
  /// The largest packet that the broker may send us, in bytes (MQTT 5.0, 3.1.2.11.4).
  ///
  /// Brokers drop larger ones silently.
  public var maximumPacketSize: UInt32 = 256 * 1024
  /// Topic filters, each subscribed to at QoS 1, and again at each connection.
  public var subscriptions: [String]
  /// Whether the broker sends what it has retained, when it does not know a subscription yet
  /// (MQTT 5.0, 3.8.3.1).
  public var wantsRetained = false
  /// How long the broker waits with our will after a loss, in whole seconds
  /// (MQTT 5.0, 3.1.3.2.2); a client that is back sooner was never away.
  public var willDelay: Duration
  /// How long the broker may take to answer, from the open connection to the last subscription.
  public var patience: Duration

  /// Creates the settings of a session.
  ///
  /// - Parameters:
  ///   - clientID: The name of the session.
  ///   - subscriptions: Topic filters.
  ///   - keepAlive: The longest silence, 5 s at least.
  ///   - expiry: How long the session outlives a connection.
  ///   - willDelay: How long the broker holds back the will.
  ///   - patience: How long the broker may take to let us in.
  public init(
    clientID: String, subscriptions: [String] = [], keepAlive: Duration = .seconds(30),
    expiry: Duration = .seconds(7 * 24 * 3600), willDelay: Duration = .seconds(15),
    patience: Duration = .seconds(10)
  ) {
    self.clientID = clientID
    self.subscriptions = subscriptions
    self.keepAlive = keepAlive
    self.expiry = expiry
    self.willDelay = willDelay
    self.patience = patience
  }
}

extension SessionSettings {
  /// Checks what the protocol demands.
  func check() throws(MQTTError) {
    guard !clientID.isEmpty else {
      throw .settings("no client id", hint: "give the client an id of its own")
    }
    guard (5...65_535).contains(keepAlive.protocolSeconds) else {
      throw .settings("keep-alive of \(keepAlive)", hint: "choose between 5 s and 65,535 s")
    }
    guard receiveMaximum > 0, maximumPacketSize > 0 else {
      throw .settings(
        "a receive maximum or packet size of zero", hint: "allow one message and one byte at least")
    }
    for filter in subscriptions {
      guard unsafe mosquitto_sub_topic_check2(filter, filter.utf8.count) == 0 else {
        throw .settings(
          "malformed topic filter \(filter)",
          hint: "let + and # stand alone between slashes, and # only at the end")
      }
    }
  }
}

import CMosquitto
import Glibc
import Messaging

extension Client {
  /// Sets what must be set before connecting.
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
    if let tls = broker.tls { try secure(tls) }
    if let will { try leave(will) }
  }

  private func set(_ option: mosq_opt_t, _ value: Int32) throws(MQTTError) {
    try check(unsafe mosquitto_int_option(handle, option, value), "set up the client")
  }

  private func secure(_ tls: TLSSettings) throws(MQTTError) {
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

  /// Leaves a will with its delay (MQTT 5.0, 3.1.3.2).
  private func leave(_ will: Publication) throws(MQTTError) {
    var properties = try Properties(of: will)
    try properties.add(MQTT_PROP_WILL_DELAY_INTERVAL, session.willDelay.protocolSeconds)
    try check(
      unsafe mosquitto_will_set_v5(
        handle, will.topic, Int32(will.payload.count), will.payload, will.qualityOfService.rawValue,
        will.isRetained, properties.list),
      "leave a will at \(will.topic)")
    properties.handedOver()
  }
}

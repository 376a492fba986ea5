#pragma once
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <openssl/ssl.h>

/// The verdict on the peer's certificate, of the connection that mosquitto_ssl_get() gives.
static inline long mosquitto_ssl_verdict(void *connection) {
  return SSL_get_verify_result((SSL *)connection);
}

/// The verdict in words.
static inline const char *mosquitto_ssl_verdict_string(long verdict) {
  return X509_verify_cert_error_string(verdict);
}

#pragma once
#include <dlfcn.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <microhttpd.h>

/// The functions we use of libmicrohttpd and GnuTLS, which are loaded at run time.
#define MHD_FUNCTIONS(each)                        \
  each(MHD_start_daemon)                           \
  each(MHD_stop_daemon)                            \
  each(MHD_suspend_connection)                     \
  each(MHD_resume_connection)                      \
  each(MHD_get_connection_info)                    \
  each(MHD_get_connection_values_n)                \
  each(MHD_lookup_connection_value)                \
  each(MHD_create_response_from_buffer)            \
  each(MHD_create_response_from_callback)          \
  each(MHD_add_response_header)                    \
  each(MHD_queue_response)                         \
  each(MHD_destroy_response)                       \
  each(gnutls_strerror)                            \
  each(gnutls_certificate_allocate_credentials)    \
  each(gnutls_certificate_free_credentials)        \
  each(gnutls_certificate_set_x509_key_mem)        \
  each(gnutls_certificate_set_x509_trust_mem)      \
  each(gnutls_certificate_get_peers)               \
  each(gnutls_certificate_verify_peers)            \
  each(gnutls_x509_crt_init)                       \
  each(gnutls_x509_crt_import)                     \
  each(gnutls_x509_crt_get_dn_by_oid)              \
  each(gnutls_x509_crt_deinit)

/// The functions, with the types of the libraries' own headers.
struct MHD_Library {
#define MHD_FIELD(name) __typeof__(name) *name;
  MHD_FUNCTIONS(MHD_FIELD)
#undef MHD_FIELD
};

/// Looks the functions up in a library that dlopen() has loaded, and in its dependencies.
///
/// Returns the name of a missing function, or NULL.
static inline const char *MHD_find(struct MHD_Library *library, void *handle) {
#define MHD_FIND(name) \
  if (!(library->name = (__typeof__(name) *)dlsym(handle, #name))) return #name;
  MHD_FUNCTIONS(MHD_FIND)
#undef MHD_FIND
  return NULL;
}

/// A daemon's callbacks, which share one context.
struct MHD_Callbacks {
  void *context;
  MHD_LogCallback log;
  void *(*target)(void *, const char *, struct MHD_Connection *);
  size_t (*unescape)(void *, struct MHD_Connection *, char *);
  MHD_AccessHandlerCallback access;
  MHD_RequestCompletedCallback completed;
};

/// Calls MHD_start_daemon(), which is variadic, with a listening socket.
static inline struct MHD_Daemon *MHD_start_daemon_on(
    const struct MHD_Library *library, MHD_socket listener, unsigned int flags,
    const struct MHD_Callbacks *calls, const struct MHD_OptionItem *options) {
  void *context = calls->context;
  return library->MHD_start_daemon(
      flags, 0, NULL, NULL, calls->access, context,
      MHD_OPTION_EXTERNAL_LOGGER, calls->log, context,
      MHD_OPTION_LISTEN_SOCKET, listener,
      MHD_OPTION_URI_LOG_CALLBACK, calls->target, context,
      MHD_OPTION_UNESCAPE_CALLBACK, calls->unescape, context,
      MHD_OPTION_NOTIFY_COMPLETED, calls->completed, context,
      MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

/// The socket of a connection.
static inline MHD_socket MHD_get_socket(
    const struct MHD_Library *library, struct MHD_Connection *connection) {
  return library->MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)
      ->connect_fd;
}

/// The address of a connection's client.
static inline const struct sockaddr *MHD_get_client_address(
    const struct MHD_Library *library, struct MHD_Connection *connection) {
  return library->MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)
      ->client_addr;
}

/// The TLS session of a connection; NULL without TLS.
static inline gnutls_session_t MHD_get_tls_session(
    const struct MHD_Library *library, struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      library->MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  return info ? (gnutls_session_t)info->tls_session : NULL;
}

/// Writes the common name of a verified client certificate, empty if it has none.
///
/// Returns a negative number if the client sent none, or none that is valid.
static inline int gnutls_verified_client_name(
    const struct MHD_Library *library, gnutls_session_t session, char *name, size_t size) {
  unsigned int count = 0, status = 0;
  const gnutls_datum_t *shown = library->gnutls_certificate_get_peers(session, &count);
  if (!shown || count == 0) return GNUTLS_E_NO_CERTIFICATE_FOUND;
  gnutls_typed_vdata_st purpose = {GNUTLS_DT_KEY_PURPOSE_OID,
                                   (unsigned char *)GNUTLS_KP_TLS_WWW_CLIENT, 0};
  int code = library->gnutls_certificate_verify_peers(session, &purpose, 1, &status);
  if (code < 0) return code;
  if (status != 0) return GNUTLS_E_CERTIFICATE_ERROR;
  gnutls_x509_crt_t certificate;
  if ((code = library->gnutls_x509_crt_init(&certificate)) < 0) return code;
  code = library->gnutls_x509_crt_import(certificate, shown, GNUTLS_X509_FMT_DER);
  if (code >= 0) {
    code = library->gnutls_x509_crt_get_dn_by_oid(
        certificate, GNUTLS_OID_X520_COMMON_NAME, 0, 0, name, &size);
    if (code == GNUTLS_E_REQUESTED_DATA_NOT_AVAILABLE) name[0] = code = 0;
  }
  library->gnutls_x509_crt_deinit(certificate);
  return code;
}

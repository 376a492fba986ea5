import CMicroHTTPD
import Glibc

/// Settings as libmicrohttpd takes them; it keeps pointers to the texts.
@safe final class Options {
  private(set) var items: [MHD_OptionItem] = unsafe []

  init(_ settings: WebSettings) {
    let seconds = max(1, settings.idleTimeout.components.seconds)
    add(.CONNECTION_LIMIT, settings.connections)
    add(.PER_IP_CONNECTION_LIMIT, settings.connectionsPerAddress ?? 0)
    add(.CONNECTION_TIMEOUT, Int(clamping: seconds))
    add(.CONNECTION_MEMORY_LIMIT, settings.connectionMemory)
    add(.STRICT_FOR_CLIENT, 1)
    if let tls = settings.tls {
      add(.HTTPS_MEM_CERT, tls.certificate)
      add(.HTTPS_MEM_KEY, tls.key)
      add(.HTTPS_PRIORITIES, "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2")
      if let ca = tls.clientAuthorities { add(.HTTPS_MEM_TRUST, ca) }
    }
    unsafe items.append(MHD_OptionItem(option: .END, value: 0, ptr_value: nil))
  }

  deinit { unsafe items.forEach { unsafe free($0.ptr_value) } }

  private func add(_ option: MHD_OPTION, _ value: Int) {
    unsafe items.append(MHD_OptionItem(option: option, value: value, ptr_value: nil))
  }

  private func add(_ option: MHD_OPTION, _ text: String) {
    unsafe items.append(MHD_OptionItem(option: option, value: 0, ptr_value: strdup(text)))
  }
}

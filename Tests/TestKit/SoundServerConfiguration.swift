import Glibc
import Interop

/// The path of an ALSA configuration in which `counter:SERVER=…` is a sink of any sound server.
///
/// libasound looks for the path in the environment, which is set here, once, before the first test
/// can know a device's name. The file is the same for all runs and stays.
let soundConfiguration: Result<String, SystemError> = Result { () throws(SystemError) in
  let path = "/tmp/soundbox-test-\(getuid())-asound.conf"
  let temporary = "\(path).\(getpid())"
  let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  guard descriptor >= 0 else { throw SystemError.last("write \(temporary)") }
  try FileDescriptor(owning: descriptor).write(Array(text.utf8))
  guard unsafe rename(temporary, path) == 0, unsafe setenv("ALSA_CONFIG_PATH", path, 1) == 0 else {
    throw SystemError.last("write \(path)")
  }
  return path
}

private let text = """
  </usr/share/alsa/alsa.conf>
  pcm.counter {
    @args [ SERVER ]
    @args.SERVER { type string }
    type pulse
    server $SERVER
    device counter
  }

  """

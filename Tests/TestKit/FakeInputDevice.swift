import Glibc
import Interop
import Synchronization

/// A pipe that a program takes for an input device with one key.
///
/// The kernel's part is played by a small library in front of the program's own: it answers the
/// questions that libevdev asks about a device. Everything above it is the real thing.
public final class FakeInputDevice: Sendable {
  /// `struct input_event` of the kernel, on computers whose words have 64 bits.
  private struct Event {
    var seconds: Int64 = 0
    var microseconds: Int64 = 0
    var type: UInt16
    var code: UInt16
    var value: Int32
  }

  /// The device's path.
  public let path: String
  /// What the program must find in its environment.
  public let environment: [String: String?]
  private let key: UInt16
  private let pipe = Mutex<FileDescriptor?>(nil)

  /// Makes the device; it is not plugged in yet.
  ///
  /// - Parameters:
  ///   - folder: Where the pipe and the library go.
  ///   - key: The kernel's code of its only key.
  /// - Throws: ``ProgramFailed`` if the library cannot be built.
  public init(in folder: String, key: UInt16) async throws {
    path = "\(folder)/button"
    let library = try await PreloadedLibrary.build(
      Self.library, named: "button", in: folder, "-DKEY=\(key)")
    environment = ["LD_PRELOAD": library]
    self.key = key
  }

  /// Plugs it in.
  ///
  /// - Throws: `SystemError`.
  public func plug() throws {
    guard unsafe mkfifo(path, 0o600) == 0 else { throw SystemError.last("make \(path)") }
    // Open for both, so that opening does not wait for a reader.
    let number = unsafe open(path, O_RDWR | O_CLOEXEC)
    guard number >= 0 else { throw SystemError.last("open \(path)") }
    pipe.withLock { $0 = FileDescriptor(owning: number) }
  }

  /// Pulls it out: the path is gone, and whoever reads hears that nobody writes any more.
  public func unplug() {
    unsafe unlink(path)
    pipe.withLock { $0 = nil }
  }

  /// Presses the key, holds it for a while, and lets it go.
  ///
  /// - Throws: `SystemError`.
  public func press() throws {
    var bytes: [UInt8] = []
    for value: Int32 in [1, 2, 2, 0] {
      for event in [Event(type: 1, code: key, value: value), Event(type: 0, code: 0, value: 0)] {
        unsafe withUnsafeBytes(of: event) { bytes += unsafe Array($0) }
      }
    }
    try pipe.withLock { $0 }?.write(bytes)
  }

  /// `ioctl`, answered for pipes as a device with one key would answer.
  private static let library = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <linux/input.h>
    #include <stdarg.h>
    #include <string.h>
    #include <sys/stat.h>

    int ioctl(int descriptor, unsigned long request, ...) {
      va_list list;
      va_start(list, request);
      void *argument = va_arg(list, void *);
      va_end(list);
      struct stat status;
      if (_IOC_TYPE(request) != 'E' || fstat(descriptor, &status) != 0 || !S_ISFIFO(status.st_mode)) {
        int (*next)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
        return next(descriptor, request, argument);
      }
      if (_IOC_DIR(request) != _IOC_READ) return 0;
      int size = _IOC_SIZE(request), kind = -1;
      memset(argument, 0, size);
      if (_IOC_NR(request) == _IOC_NR(EVIOCGBIT(0, 0))) kind = EV_KEY;
      if (_IOC_NR(request) == _IOC_NR(EVIOCGBIT(EV_KEY, 0))) kind = KEY;
      if (_IOC_NR(request) == _IOC_NR(EVIOCGNAME(0))) strncpy(argument, "fake", size - 1);
      if (kind >= 0 && kind / 8 < size) ((unsigned char *)argument)[kind / 8] |= 1 << (kind % 8);
      return size;
    }

    """
}

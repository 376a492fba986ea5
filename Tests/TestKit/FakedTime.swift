import FoundationEssentials
import Glibc
import Interop

/// A wall clock that a test sets for a program, while all its other clocks run on.
///
/// A small library in front of the program's own adds to `CLOCK_REALTIME` what stands in a file. It
/// also answers `adjtimex`, so that the kernel calls the clock right whatever the machine's own is.
/// libfaketime cannot be used: it moves monotonic timers along with the wall clock.
public struct FakedTime: Sendable {
  /// What the program must find in its environment.
  public let environment: [String: String?]
  private let offset: FileDescriptor

  /// Makes a clock that is right.
  ///
  /// - Parameter folder: Where the library goes, and the file that says by how much the clock is off.
  /// - Throws: ``ProgramFailed`` if the library cannot be built, `SystemError`.
  public init(in folder: String) async throws {
    let path = "\(folder)/clock"
    environment = [
      "LD_PRELOAD": try await PreloadedLibrary.build(Self.library, named: "clock", in: folder),
      "FAKED_TIME": path,
    ]
    let number = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw SystemError.last("open \(path)") }
    offset = FileDescriptor(owning: number)
    try set(days: 0)
  }

  /// Sets the clock.
  ///
  /// - Parameter days: How far it is ahead of the right time; behind, if negative.
  /// - Throws: `SystemError`.
  public func set(days: Int) throws {
    let seconds = Int64(days) * 86_400
    let count = unsafe withUnsafeBytes(of: seconds) {
      unsafe pwrite(offset.rawValue, $0.baseAddress, $0.count, 0)
    }
    guard count == 8 else { throw SystemError.last("set the clock") }
  }

  /// Sets it to the first of January 1970, at the present time of day.
  ///
  /// - Throws: `SystemError`.
  public func setToTheBeginning() throws {
    try set(days: -Int(Date.now.timeIntervalSince1970 / 86_400))
  }

  private static let library = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <fcntl.h>
    #include <semaphore.h>
    #include <stdlib.h>
    #include <sys/mman.h>
    #include <sys/time.h>
    #include <sys/timex.h>
    #include <time.h>
    #include <unistd.h>

    static const volatile long *offset;
    static int (*get)(clockid_t, struct timespec *);

    __attribute__((constructor)) static void start(void) {
      int file = open(getenv("FAKED_TIME"), O_RDONLY | O_CLOEXEC);
      void *page = mmap(NULL, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
      if (page == MAP_FAILED) abort();
      close(file);
      offset = page;
    }

    int clock_gettime(clockid_t clock, struct timespec *time) {
      if (!get) get = dlsym(RTLD_NEXT, "clock_gettime");
      int result = get(clock, time);
      int is_wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
      if (result == 0 && offset && is_wall) time->tv_sec += *offset;
      return result;
    }

    int gettimeofday(struct timeval *restrict time, void *restrict zone) {
      struct timespec now;
      clock_gettime(CLOCK_REALTIME, &now);
      time->tv_sec = now.tv_sec;
      time->tv_usec = now.tv_nsec / 1000;
      return 0;
    }

    time_t time(time_t *result) {
      struct timespec now;
      clock_gettime(CLOCK_REALTIME, &now);
      if (result) *result = now.tv_sec;
      return now.tv_sec;
    }

    // The deadline is one of the wall clock; the kernel knows the right one only.
    int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict deadline) {
      int (*wait)(sem_t *, const struct timespec *) = dlsym(RTLD_NEXT, "sem_timedwait");
      struct timespec right = {deadline->tv_sec - (offset ? *offset : 0), deadline->tv_nsec};
      return wait(semaphore, &right);
    }

    int adjtimex(struct timex *state) { return TIME_OK; }

    """
}

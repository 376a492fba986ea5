/// How the program ends; the numbers are those of sysexits.h.
package enum ExitCode: Int32 {
  case success = 0
  /// The command line is wrong.
  case usage = 64
  /// The data to work on are wrong.
  case data = 65
  /// A file is not there.
  case noInput = 66
  /// Something that is needed is not there, such as a device.
  case unavailable = 69
  /// An error of the system.
  case system = 71
  /// A file cannot be written.
  case cannotCreate = 73
  /// The configuration, or the pack it names, is wrong.
  case configuration = 78
}

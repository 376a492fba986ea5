import Glibc

@testable import Speech

/// What of this computer the tests can use.
enum Installed {
  static let espeak = DynamicLibrary("libespeak-ng.so.1") != nil
  static let unicode = (try? HanLatin()) != nil
}

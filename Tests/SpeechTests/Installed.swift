import Glibc

@testable import Speech

/// The optional libraries that are installed.
enum Installed {
  static let espeak = DynamicLibrary("libespeak-ng.so.1") != nil
  static let unicode = (try? HanLatin()) != nil
}

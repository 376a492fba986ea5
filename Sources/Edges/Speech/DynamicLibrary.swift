import Glibc

/// A library loaded at run time and never unloaded.
@safe struct DynamicLibrary {
  private let handle: UnsafeMutableRawPointer

  /// Loads a library; `nil` if it is not installed.
  ///
  /// Corresponds to `dlopen`.
  ///
  /// - Parameter name: The file's name, such as `libespeak-ng.so.1`.
  init?(_ name: String) {
    guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
    unsafe self.handle = handle
  }

  /// Whether a library is installed; does not keep it loaded.
  ///
  /// Corresponds to `dlopen` and `dlclose`.
  ///
  /// - Parameter name: The file's name.
  /// - Returns: Whether it can be loaded.
  static func isInstalled(_ name: String) -> Bool {
    guard let handle = unsafe dlopen(name, RTLD_LAZY | RTLD_LOCAL) else { return false }
    unsafe dlclose(handle)
    return true
  }

  /// Looks up a function; `nil` if the library has none of this name.
  ///
  /// Corresponds to `dlsym`.
  ///
  /// - Parameters:
  ///   - name: The function's name.
  ///   - type: The function's C type, which is not checked.
  /// - Returns: The function.
  @unsafe func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    unsafe dlsym(handle, name).map { unsafe unsafeBitCast($0, to: type) }
  }
}

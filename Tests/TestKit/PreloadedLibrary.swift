/// A library that a test puts in front of a program's own.
enum PreloadedLibrary {
  /// Builds it with the compiler that comes with Swift.
  ///
  /// - Parameters:
  ///   - source: Its text, in C.
  ///   - name: Its name.
  ///   - folder: Where it goes.
  ///   - option: One more option for the compiler.
  /// - Returns: Its path, for `LD_PRELOAD`.
  /// - Throws: ``ProgramFailed`` with what the compiler says.
  static func build(
    _ source: String, named name: String, in folder: String, _ option: String = "-O1"
  ) async throws -> String {
    let text = try write(source, to: "\(folder)/\(name).c")
    let library = "\(folder)/\(name).so"
    try await run(
      "clang", "-shared", "-fPIC", "-Wall", "-Werror", option, "-o", library, text)
    return library
  }
}

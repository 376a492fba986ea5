/// Reads settings from YAML, or from JSON, which is nearly a part of it.
///
///     let decoder = SettingsDecoder(environmentPrefix: "SOUNDBOX", environment: variables)
///     let settings = try decoder.decode(BoxSettings.self, from: text, file: "box.yaml")
///
/// It is strict, and tells all faults at once, each with its line:
///
/// - Keys that nobody asks for are faults, and so are keys that stand twice.
/// - A `String` is the text as it stands: `0123`, `no` and `1.0` stay what they are. Numbers are
///   decimal, without leading zeros; `Bool` is `true` or `false`. What stands in quotes is text.
/// - Nothing (an empty value, `~`, `null`) is for optional settings only.
/// - Anchors, aliases, tags and second documents are refused, and so is text above ``largestInput``
///   or nested deeper than ``greatestDepth``.
///
/// A variable of the environment goes before the file: with the prefix `SOUNDBOX`, the key
/// `passwordFile` of `credentials` is `SOUNDBOX_CREDENTIALS_PASSWORD_FILE`. Its value is taken as it
/// stands, unless it begins with `[`, `{`, `"` or `'`: then it is YAML.
///
/// To go on after a fault, the decoder records it and hands out a stand-in (an empty text, 0, an empty
/// list, `nil`), and throws at the end. A type that tries one form after another must therefore try
/// them in a single-value container, which throws at once.
public struct SettingsDecoder: Sendable {
  /// The longest text that is read, in bytes.
  public static let largestInput = 4 * 1024 * 1024
  /// How deep lists and mappings may nest.
  public static let greatestDepth = 64

  private let environment: Environment

  /// Prepares for reading.
  ///
  /// - Parameters:
  ///   - environmentPrefix: How the variables' names begin, without the underscore; `nil` to read no
  ///     variables.
  ///   - environment: The variables. One that has the prefix but fits no key is a fault.
  public init(environmentPrefix: String? = nil, environment: [String: String] = [:]) {
    self.environment = Environment(prefix: environmentPrefix, variables: environment)
  }

  /// Reads settings.
  ///
  /// - Parameters:
  ///   - type: What to read.
  ///   - text: The YAML or JSON text.
  ///   - file: The name of the text, for the faults.
  /// - Returns: The settings.
  /// - Throws: ``SettingsFaults``, all that could be found.
  public func decode<T: Decodable>(
    _ type: T.Type, from text: String, file: String
  ) throws(SettingsFaults) -> T {
    let root: Node
    var duplicates: [SettingsFault] = []
    do throws(SettingsFault) {
      var composer = try Composer(text, at: Location(file: file, line: 1))
      defer { duplicates = composer.duplicates }
      root = try composer.compose()
    } catch {
      throw SettingsFaults(duplicates + [error])
    }
    let session = DecodingState(environment: environment, faults: duplicates)
    let place = NodePath(node: root, path: [])
    let result = Result { try session.decode(type, at: place) }
    return try session.finish(result)
  }
}

/// Decodes settings from YAML or JSON, which is nearly a subset of YAML.
///
///     let decoder = SettingsDecoder(environmentPrefix: "SOUNDBOX", environment: variables)
///     let settings = try decoder.decode(BoxSettings.self, from: text, file: "box.yaml")
///
/// It is strict, and reports all faults at once, each with its line:
///
/// - Unknown and duplicate keys are faults.
/// - A `String` is the unchanged text: `0123`, `no` and `1.0` stay as they are. Numbers are decimal,
///   without leading zeros; `Bool` is `true` or `false`. Quoted values are text.
/// - An empty value, `~` and `null` are allowed for optional settings only.
/// - Anchors, aliases, tags and second documents are refused, and so is text longer than
///   ``largestInput`` or nested deeper than ``greatestDepth``.
///
/// Environment variables override the file: with the prefix `SOUNDBOX`, the key `passwordFile` of
/// `credentials` is `SOUNDBOX_CREDENTIALS_PASSWORD_FILE`. The value is plain text unless it begins with
/// `[`, `{`, `"` or `'`: then it is YAML.
///
/// After a fault the decoder continues with a placeholder (empty text, 0, an empty list, `nil`), and
/// throws at the end. A type that tries one form after another must therefore use a single-value
/// container, which throws at once.
public struct SettingsDecoder: Sendable {
  /// The longest text, in bytes.
  public static let largestInput = 4 * 1024 * 1024
  /// The deepest nesting of lists and mappings.
  public static let greatestDepth = 64

  private let environment: Environment

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - environmentPrefix: The prefix of the variables' names, without the underscore; `nil` to
  ///     ignore variables.
  ///   - environment: The variables. An unknown one with the prefix is a fault.
  public init(environmentPrefix: String? = nil, environment: [String: String] = [:]) {
    self.environment = Environment(prefix: environmentPrefix, variables: environment)
  }

  /// Decodes settings.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - text: The YAML or JSON text.
  ///   - file: The name of the text, for the faults.
  /// - Returns: The settings.
  /// - Throws: ``SettingsFaults`` with all faults found.
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
    let state = DecodingState(environment: environment, faults: duplicates)
    let path = NodePath(node: root, keys: [])
    let result = Result { try state.decode(type, at: path) }
    return try state.finish(result)
  }
}

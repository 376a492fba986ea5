/// What a box is, as its retained info topic says (protocol, section “Info”).
public struct BoxInfo: Sendable, Equatable {
  /// The voice pack in use.
  public struct Pack: Sendable, Equatable {
    /// The pack's name.
    public var name: String
    /// The pack's version.
    public var version: String
    /// The language and region it speaks, such as `zh-CN`.
    public var locale: String

    /// Names a pack.
    ///
    /// - Parameters:
    ///   - name: The pack's name.
    ///   - version: The pack's version.
    ///   - locale: The language and region it speaks, such as `zh-CN`.
    public init(name: String, version: String, locale: String) {
      self.name = name
      self.version = version
      self.locale = locale
    }
  }

  /// The version of the protocol that this module speaks.
  public static let protocolVersion = 1

  /// The program's version.
  public var version: String
  /// The voice pack in use.
  public var pack: Pack
  /// The settings, without secrets.
  public var settings: JSONObject
  /// When this became so.
  public var at: Timestamp

  /// Describes a box.
  ///
  /// - Parameters:
  ///   - version: The program's version.
  ///   - pack: The voice pack in use.
  ///   - settings: The settings, without secrets.
  ///   - at: When this became so.
  public init(version: String, pack: Pack, settings: JSONObject, at: Timestamp) {
    self.version = version
    self.pack = pack
    self.settings = settings
    self.at = at
  }

  /// The description as it is published.
  public var json: JSON {
    .object([
      "version": .string(version), "protocol": .number(JSONNumber(Self.protocolVersion)),
      "pack": .object([
        "name": .string(pack.name), "version": .string(pack.version),
        "locale": .string(pack.locale),
      ]),
      "settings": .object(settings), "at": .string(at.description),
    ])
  }
}

extension BoxInfo {
  /// Reads what a box published about itself.
  ///
  /// - Parameter payload: The message.
  /// - Throws: ``Refusal``, which names the first field at fault.
  public init(payload: [UInt8]) throws(Refusal) {
    let fields = try Fields(payload: payload)
    let pack = try fields.inside("pack")
    self.init(
      version: try fields.text("version") ?? "",
      pack: Pack(
        name: try pack.text("name") ?? "", version: try pack.text("version") ?? "",
        locale: try pack.text("locale") ?? ""),
      settings: try fields.inside("settings").object,
      at: try fields.timestamp("at") ?? Timestamp(milliseconds: 0))
  }
}

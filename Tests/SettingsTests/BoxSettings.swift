import Settings

/// Settings such as a program has.
struct BoxSettings: Decodable, Equatable {
  struct Credentials: Decodable, Equatable {
    var username: String
    var passwordFile: String?
  }

  struct Rule: Decodable, Equatable {
    var topic: String
    var say: String
    var count: Int?
  }

  enum Mode: String, Decodable, CaseIterable { case loud, quiet }

  var store: String
  var broker: Located<String>
  var credentials: Credentials?
  var mode: Mode?
  var port: UInt16?
  var isOpen: Bool?
  var orders: [Rule]?
  var limits: [String: Double]?
}

/// The faults of a text as a reader sees them.
func faults<T: Decodable>(
  _ text: String, as type: T.Type = BoxSettings.self, variables: [String: String]? = nil
) -> [String] {
  let decoder = SettingsDecoder(
    environmentPrefix: variables == nil ? nil : "BOX", environment: variables ?? [:])
  do {
    _ = try decoder.decode(type, from: text, file: "box.yaml")
    return []
  } catch {
    return error.faults.map(\.description)
  }
}

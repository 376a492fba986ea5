import Settings
import Testing

@Suite struct `Settings from the environment` {
  private func decode<T: Decodable>(
    _ text: String, _ variables: [String: String], as type: T.Type = BoxSettings.self
  ) throws -> T {
    try SettingsDecoder(environmentPrefix: "BOX", environment: variables)
      .decode(type, from: text, file: "box.yaml")
  }

  @Test func `go before the file`() throws {
    let settings = try decode(
      "store: a\nbroker: b\ncredentials: {username: c}",
      [
        "BOX_BROKER": "mqtts://x:8883 # no comment", "BOX_CREDENTIALS_PASSWORD_FILE": "/p",
        "BOX_IS_OPEN": "true", "PATH": "/bin", "BOXER": "dog",
      ])
    #expect(settings.broker.value == "mqtts://x:8883 # no comment")
    #expect("\(settings.broker.location)" == "environment variable BOX_BROKER")
    #expect(settings.credentials == .init(username: "c", passwordFile: "/p"))
    #expect(settings.isOpen == true)
  }

  @Test func `need no file at all`() throws {
    let settings = try decode(
      "",
      [
        "BOX_STORE": "0123", "BOX_BROKER": "'quoted # text'", "BOX_CREDENTIALS_USERNAME": "u",
        "BOX_ORDERS": "[{topic: a, say: '{b}'}]", "BOX_LIMITS": "{\"a\": 1}", "BOX_PORT": "",
      ])
    #expect(settings.store == "0123")
    #expect(settings.broker.value == "quoted # text")
    #expect(settings.credentials == .init(username: "u", passwordFile: nil))
    #expect(settings.orders == [.init(topic: "a", say: "{b}", count: nil)])
    #expect(settings.limits == ["a": 1])
    #expect(settings.port == nil)
  }

  @Test func `reach values inside lists, and mappings that the file leaves empty`() throws {
    let settings = try decode(
      "store: a\nbroker: b\ncredentials:\norders:\n- {topic: c, say: d}",
      ["BOX_ORDERS_0_SAY": "e", "BOX_CREDENTIALS_USERNAME": "f"])
    #expect(settings.orders?.first?.say == "e")
    #expect(settings.credentials?.username == "f")
  }

  @Test func `do not mistake one key for the beginning of another`() throws {
    struct Keys: Decodable {
      struct TLS: Decodable { var ca: String }
      var tls: TLS?
      var tlsVersion: String?
    }
    let keys = try decode("", ["BOX_TLS_VERSION": "1.3"], as: Keys.self)
    #expect(keys.tls == nil && keys.tlsVersion == "1.3")
  }

  @Test func `are faults if no key has their name, or if they do not fit`() {
    #expect(
      faults(
        "store: a\nbroker: b",
        variables: ["BOX_BROCKER": "x", "BOX_PORT": "y", "BOX_CREDENTIALS_USRNAME": "z"]) == [
          "environment variable BOX_PORT: 'port' must be a whole number from 0 to 65535, but is 'y'",
          "environment variable BOX_BROCKER: unknown variable: did you mean 'BOX_BROKER'?",
          "environment variable BOX_CREDENTIALS_USRNAME: unknown variable: "
            + "did you mean 'BOX_CREDENTIALS_USERNAME'?",
        ])
    #expect(
      faults("store: a\nbroker: b", variables: ["BOX_STORE": "[::1"]) == [
        "environment variable BOX_STORE: column 2: did not find expected node content: "
          + "quote text that begins with '['"
      ])
    #expect(
      faults("store: a", variables: ["BOX_LIMITS": "{a: 1}"]) == [
        "box.yaml:1: missing key 'broker': add it, or set the variable BOX_BROKER"
      ])
  }
}

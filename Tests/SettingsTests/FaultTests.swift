import Settings
import Testing

@Suite struct `Faults of settings` {
  @Test(arguments: [
    (
      "store: a\nbrocker: b\nbroker: c",
      [
        "box.yaml:2: unknown key 'brocker': the keys here are "
          + "store, broker, credentials, mode, port, isOpen, orders, limits"
      ]
    ),
    (
      "store: a\nbroker: b\nstore: c",
      ["box.yaml:3: duplicate key 'store': remove one of them"]
    ),
    (
      "store: a\nbroker: b\ncredentials:\n  passwordFile: x",
      ["box.yaml:4: missing key 'credentials.username': add it"]
    ),
    (
      "store: a\nbroker: b\nmode: quite",
      [
        "box.yaml:3: 'mode' must be one of loud, quiet, but is 'quite': did you mean 'quiet'?"
      ]
    ),
    (
      "store: a\nbroker: b\nisOpen: yes",
      ["box.yaml:3: 'isOpen' must be true or false, but is 'yes': write 'true'"]
    ),
    (
      "store: a\nbroker: b\nport: 65536",
      ["box.yaml:3: 'port' must be a whole number from 0 to 65535, but is '65536'"]
    ),
    (
      "store: a\nbroker: b\nport: 010",
      [
        "box.yaml:3: 'port' must be a whole number from 0 to 65535, but is '010': "
          + "remove the leading zero"
      ]
    ),
    (
      "store: a\nbroker: b\nport: '1'",
      [
        "box.yaml:3: 'port' must be a whole number from 0 to 65535, but is the quoted text '1': "
          + "remove the quotes"
      ]
    ),
    (
      "store: {a}\nbroker:",
      [
        "box.yaml:1: 'store' must be text, but is a mapping: "
          + "quote text that begins with '{' or '['",
        "box.yaml:2: 'broker' must be text, but is empty: write \"\" for empty text",
      ]
    ),
    (
      "store: a\nbroker: b\norders: c",
      ["box.yaml:3: 'orders' must be a list, but is 'c'"]
    ),
    ("[]", ["box.yaml:1: this text must be a mapping, but is a list"]),
    (
      "store: a\nbroker: b\nlimits: {a: inf}",
      ["box.yaml:3: 'limits.a' must be a number, but is 'inf'"]
    ),
  ])
  func `name line, key and remedy`(text: String, expected: [String]) {
    #expect(faults(text) == expected)
  }

  @Test func `all come at once`() {
    let text = """
      brocker: b
      credentials:
        usrname: x
      port: many
      orders:
        - topic: a
          say: b
          cuont: 4
        - topic: [c]
          say: d
          count: 1.5
      orders: []
      limits:
        a: x
        b: y
      """
    #expect(
      faults(text) == [
        "box.yaml:1: missing key 'store': add it",
        "box.yaml:1: missing key 'broker': add it",
        "box.yaml:1: unknown key 'brocker': did you mean 'broker'?",
        "box.yaml:3: missing key 'credentials.username': add it",
        "box.yaml:3: unknown key 'credentials.usrname': did you mean 'username'?",
        "box.yaml:4: 'port' must be a whole number from 0 to 65535, but is 'many'",
        "box.yaml:8: unknown key 'orders[0].cuont': did you mean 'count'?",
        "box.yaml:9: 'orders[1].topic' must be text, but is a list: "
          + "quote text that begins with '{' or '['",
        "box.yaml:11: 'orders[1].count' must be a whole number from -9223372036854775808 to "
          + "9223372036854775807, but is '1.5'",
        "box.yaml:12: duplicate key 'orders': remove one of them",
        "box.yaml:14: 'limits.a' must be a number, but is 'x'",
        "box.yaml:15: 'limits.b' must be a number, but is 'y'",
      ])
  }

  @Test func `of a type's own checks stand at the value, and hide no unknown keys`() {
    struct Even: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard try container.decode(Int.self) % 2 == 0 else {
          throw DecodingError.dataCorruptedError(in: container, debugDescription: "must be even")
        }
      }
    }
    struct Holder: Decodable {
      var a: Even
      var b: Even?
      var c: [Even]
    }
    #expect(
      faults("a: 2\nb: 3\nc:\n- 4\n- 5\n- 6\n- 7\nx: 1", as: Holder.self) == [
        "box.yaml:2: 'b': must be even", "box.yaml:5: 'c[1]': must be even",
        "box.yaml:7: 'c[3]': must be even",
        "box.yaml:8: unknown key 'x': the keys here are a, b, c",
      ])
    #expect(
      faults("x: 1\na: 3\nc: []", as: Holder.self) == [
        "box.yaml:1: unknown key 'x': remove it", "box.yaml:2: 'a': must be even",
      ])
  }

  @Test(arguments: [
    ("a: [1\nb: 2", "box.yaml:2: column 2: did not find expected ',' or ']'"),
    ("a: 1\n\tb: 2", "box.yaml:2: column 1: found a tab character that violates indentation"),
    ("a: 'x", "box.yaml:1: column 6: found unexpected end of stream"),
    ("a: 1\nb: é\u{1}", "box.yaml:2: column 6: control characters are not allowed"),
    ("a: &x 1\nb: *x", "box.yaml:1: anchors ('&name') are not allowed"),
    ("a: *x", "box.yaml:1: aliases ('*name') are not allowed"),
    ("a: !!str 1", "box.yaml:1: tags ('!name') are not allowed"),
    ("a: ! 1", "box.yaml:1: tags ('!name') are not allowed"),
    ("a: 1\n---\nb: 2", "box.yaml:2: a second document begins here"),
    ("a: 1\nid: {x: 1}-c", "box.yaml:2: column 11: did not find expected key"),
    ("{[a]: 1}", "box.yaml:1: a list or a mapping cannot be a key"),
  ])
  func `of syntax name line and column`(text: String, expected: String) {
    let found = faults(text)
    #expect(found.count == 1 && found[0].hasPrefix(expected), "\(found)")
  }

  @Test func `end what is too deep or too long`() {
    struct Tree: Decodable {
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd { _ = try container.decode(Tree.self) }
      }
    }
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(faults(nested(64), as: Tree.self) == [])
    #expect(
      faults(nested(66), as: Tree.self) == ["box.yaml:1: lists and mappings nest deeper than 64"])
    #expect(faults(String(repeating: "[", count: 1_000_000), as: Tree.self).count == 1)
    #expect(
      faults(String(repeating: "#", count: SettingsDecoder.largestInput + 1), as: Tree.self)
        == ["box.yaml: the text is longer than 4194304 bytes"])
  }

  @Test func `can be made by later checks`() throws {
    let settings = try SettingsDecoder().decode(
      BoxSettings.self, from: "store: a\n\nbroker: b", file: "box.yaml")
    let fault = SettingsFault(settings.broker.location, "no scheme", remedy: "begin with mqtt://")
    #expect(fault.file == "box.yaml" && fault.line == 3)
    #expect("\(fault)" == "box.yaml:3: no scheme: begin with mqtt://")
  }
}

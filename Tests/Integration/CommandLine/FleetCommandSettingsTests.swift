import FoundationEssentials
import Interop
import Testing
import TestKit

@Suite(.timeLimit(.minutes(3))) struct `A monitor's configuration that is damaged` {
  /// Settings that are wrong, each in line 5, and what is said about them.
  ///
  /// `F` stands for the test's folder.
  private static let faults = [
    ("nmae: x", "5: unknown key 'nmae'"),
    ("name: monitor-2", "name"),
    ("session: {expiry: long}", "5: expiry 'long' is not a duration"),
    ("session: {keepAlive: often}", "5: keepAlive 'often' is not a duration"),
    ("session: {keepAlive: 1s}", "5: keepAlive '1s' is too short"),
    ("session: {reconnectLimit: 60}", "5: reconnectLimit '60' is not a duration"),
    ("session: {clean: true}", "5: unknown key 'session.clean'"),
    ("credentials: {username: m, passwordFile: F/none}", "5: cannot read the password"),
    ("credentials: {username: m}", "passwordFile"),
    ("tls: {ca: F/none.pem}", "5: cannot read 'F/none.pem'"),
    ("tls: {certificate: F/none.pem}", "5: cannot read 'F/none.pem'"),
    ("tls: {key: F/none.key}", "5: cannot read 'F/none.key'"),
    ("topics: {recipt: a/b}", "5: unknown topic 'recipt'"),
    (
      "topics: {state: \"a/{store}/{box}/#\"}",
      "5: 'a/{store}/{box}/#' is not a topic to publish to"
    ),
    ("topics: {response: \"a/{store}/{box}\"}", "5: 'a/{store}/{box}' does not name the verb"),
    ("topics: {state: \"a/{store}{box}\"}", "5: "),
    ("stores: [s042, all]", "5: store 'all' cannot be used in a topic"),
    ("boxes: [counter-1]", "5: 'counter-1' is not a box"),
    ("mostBoxes: 0", "5: mostBoxes '0' is"),
    ("mostBoxes: many", "5: mostBoxes 'many' is"),
    ("commands: sometimes", "5: commands 'sometimes' is neither true nor false"),
    ("orders: [{rule: {topic: shop/orders, say: chime}}]", "5: 'shop/orders' does not tell whose"),
    ("orders: [{store: a/b, rule: {topic: shop, say: chime}}]", "5: store 'a/b' cannot be"),
    (
      "orders: [{store: s042, rule: {topic: shop, say: \"money:{a:round}\"}}]",
      "5: unknown filter 'round'"
    ),
    ("orders: [{store: s042, rule: {topic: shop}}]", "5: the rule for 'shop' does nothing"),
    ("patience: 2", "5: patience '2' is not a duration"),
    ("keep: {receipts: forever}", "5: receipts 'forever' is not a duration"),
    ("keep: {health: week}", "5: health 'week' is not a duration"),
    ("keep: {alarms: 7d}", "5: unknown key 'keep.alarms'"),
    ("web: {listen: 9440}", "5: '9440' is not an address"),
    ("web: {listen: \"127.0.0.1:99999\"}", "5: '127.0.0.1:99999' is not an address"),
    ("web: {listen: \"0.0.0.0:9440\"}", "5: anybody who reaches '0.0.0.0:9440' could operate"),
    ("web: {listen: \"[::]:9440\"}", "5: anybody who reaches '[::]:9440' could operate"),
    ("web: {tls: {certificate: F/none.pem, key: F/long}}", "5: cannot read 'F/none.pem'"),
    ("web: {tls: {certificate: F/long, key: F/none.key}}", "5: cannot read 'F/none.key'"),
    ("web: {tls: {certificate: F/long}}", "web.tls.key"),
    (
      "web: {tls: {certificate: F/long, key: F/long, clientCA: F/none.pem}}",
      "5: cannot read 'F/none.pem'"
    ),
    ("web: {access: [{name: a, role: admin, tokenFile: F/long}]}", "5: 'admin' is not a role"),
    ("web: {access: [{name: a, role: view}]}", "5: nothing proves that somebody is 'a'"),
    ("web: {access: [{name: a, role: view, tokenFile: F/none}]}", "5: cannot read 'F/none'"),
    ("web: {access: [{name: a, role: view, tokenFile: F/short}]}", "5: the token in 'F/short' is"),
    ("web: {access: [{name: a, role: view, tokenFile: F/words}]}", "5: the token in 'F/words' is"),
    (
      "web: {access: [{name: a, role: view, certificate: a.example}]}",
      "5: no client certificate is asked for"
    ),
    ("alarms: {topic: \"a/+\"}", "5: 'a/+' is not a topic to publish to"),
    ("alarms: {webhook: {url: ops.example, secretFile: F/long}}", "5: 'ops.example' is not a web"),
    ("alarms: {webhook: {url: https://ops.example}}", "secretFile"),
    (
      "alarms: {webhook: {url: https://ops.example, secretFile: F/short}}",
      "5: the secret in 'F/short' is too easy"
    ),
    (
      "alarms: {webhook: {url: https://ops.example, secretFile: F/none}}", "5: cannot read 'F/none'"
    ),
    (
      "alarms: {webhook: {url: https://ops.example, secretFile: F/long, ca: F/none}}",
      "5: cannot read 'F/none'"
    ),
    ("alarms: {timeZone: Asia/Nowhere}", "5: there is no time zone 'Asia/Nowhere'"),
    ("alarms: {quiet: {a.b: [{from: \"22:00\", to: \"06:00\"}]}}", "5: 'a.b' under 'quiet'"),
    (
      "alarms: {quiet: {s1: [{from: \"24:00\", to: \"06:00\"}]}}", "5: '24:00' is not a time of day"
    ),
    (
      "alarms: {quiet: {s1: [{from: \"22:00\", to: morning}]}}", "5: 'morning' is not a time of day"
    ),
    (
      "alarms: {quiet: {s1: [{days: [monday], from: \"22:00\", to: \"06:00\"}]}}",
      "5: 'monday' is not a day of the week"
    ),
    ("alarms: {rules: [{name: a.b, lost: 5m}]}", "5: name 'a.b' cannot be used in a topic"),
    ("alarms: {rules: [{name: a, lost: 5m}, {name: a, silent: 5m}]}", "5: there are two rules 'a'"),
    ("alarms: {rules: [{name: a}]}", "5: the rule 'a' has 0 conditions"),
    (
      "alarms: {rules: [{name: a, storeFailing: 30s}]}",
      "5: the key 'storeFailing' is now called 'databaseFailing'"
    ),
    ("alarms: {rules: [{name: a, lost: 5m, gaps: 5m}]}", "5: the rule 'a' has 2 conditions"),
    ("alarms: {rules: [{name: a, lost: 5m, severity: high}]}", "5: 'high' is not a severity"),
    ("alarms: {rules: [{name: a, lost: 5m, stores: [a.b]}]}", "5: store 'a.b' cannot be"),
    (
      "alarms: {rules: [{name: a, failures: {count: 0, within: 5m}}]}",
      "5: count '0' is out of range"
    ),
    ("alarms: {rules: [{name: a, failures: {count: 1, within: 5}}]}", "5: within '5' is not"),
    (
      "alarms: {rules: [{name: a, failures: {count: 1, within: 5m, codes: [11]}}]}",
      "5: codes '11' is out of range"
    ),
  ]

  @Test(arguments: faults)
  func `keeps the monitor from starting, with the line and the fault`(
    setting: String, fault: String
  ) async throws {
    try await Self.run(
      setting, broker: setting.hasPrefix("tls") ? "mqtts://127.0.0.1:1" : "mqtt://127.0.0.1:1",
      fault: fault)
  }

  @Test(arguments: [
    "unanswered", "lost", "silent", "rejected", "ignoring", "gaps", "audioUnavailable",
    "databaseFailing", "brokerUnreachable",
  ])
  func `has a duration in each of the alarms' conditions`(key: String) async throws {
    try await Self.run(
      "alarms: {rules: [{name: a, \(key): soon}]}", fault: "5: \(key) 'soon' is not a duration")
  }

  @Test(arguments: [
    ("name: monitor.1", "broker: mqtt://h", "database: sqlite:F/db", "2: name 'monitor.1' cannot"),
    (
      "name: m", "broker: http://127.0.0.1", "database: sqlite:F/db",
      "3: 'http://127.0.0.1' is not a broker"
    ),
    ("name: m", "broker: mqtt://h", "database: F/db", "4: this is not a database"),
    ("name: m", "broker: mqtt://h", "database: \"sqlite:\"", "4: this is not a database"),
    ("# none", "broker: mqtt://h", "database: sqlite:F/db", "name"),
    ("name: m", "# none", "database: sqlite:F/db", "broker"),
    ("name: m", "broker: mqtt://h", "# none", "missing key 'database'"),
    (
      "name: m", "broker: mqtt://h", "store: sqlite:F/db",
      "4: the key 'store' is now called 'database'"
    ),
    ("name: m", "broker: mqtt://h", "database: sqlite:F/db\ntls: {}", "3: there is a tls section"),
  ])
  func `says so also of what no monitor can do without`(
    name: String, broker: String, store: String, fault: String
  ) async throws {
    try await Self.refuses("# A monitor\n\(name)\n\(broker)\n\(store)\n", fault: fault)
  }

  private static func run(
    _ setting: String, broker: String = "mqtt://127.0.0.1:1", fault: String
  ) async throws {
    try await refuses(
      "# A monitor\nname: monitor-1\nbroker: \(broker)\ndatabase: sqlite:F/fleet.db\n\(setting)\n",
      fault: fault)
  }

  private static func refuses(_ text: String, fault: String) async throws {
    try await withTemporaryFolder { folder in
      _ = try write("long-enough-to-be-no-guess\n", to: "\(folder)/long")
      _ = try write("short\n", to: "\(folder)/short")
      _ = try write("words that are long enough\n", to: "\(folder)/words")
      let path = try write(
        text.replacing("F/", with: "\(folder)/"), to: "\(folder)/fleet.yaml")
      let result = try await Program.run(
        ["monitor", "--config", path], of: Program.fleetPath)
      #expect(result.status == 78)
      #expect(result.errors.hasPrefix("soundbox-fleet: \(path):"), "\(result.errors)")
      let wanted = fault.replacing("F/", with: "\(folder)/")
      #expect(result.errors.contains(wanted), "\(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/fleet.db"), "nothing was begun")
    }
  }

  @Test func `is told as a whole by a check, with all faults at once`() async throws {
    try await withTemporaryFolder { folder in
      let path = try write(
        "name: a b\nbroker: x\ndatabase: y\npatience: 1\nweb: {listen: z}\n",
        to: "\(folder)/fleet.yaml")
      let result = try await Program.run(["check", "--config", path], of: Program.fleetPath)
      #expect(result.status == 78)
      for line in 1...5 { #expect(result.errors.contains("\(path):\(line): "), "\(result.errors)") }
      #expect(result.errors.contains("database and broker: not checked"))
      let missing = try await Program.run(
        ["check", "--config", "\(folder)/none"], of: Program.fleetPath)
      #expect(missing.status == 66)
    }
  }
}

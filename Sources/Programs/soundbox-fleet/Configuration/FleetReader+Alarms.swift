import Interop
import Monitor
import ProgramKit
import Settings
import Wire

extension FleetReader {
  /// The default rules.
  static let defaultRules: [(name: String, AlarmRule.Condition, AlarmRule.Severity)] = [
    ("unanswered", .unanswered(after: .seconds(120)), .critical),
    ("lost", .lost(after: .seconds(300)), .warning),
    ("silent", .silent(after: .seconds(300)), .critical),
    ("audio-unavailable", .audioUnavailable(after: .seconds(900)), .warning),
    ("rejected", .rejected(within: .seconds(900)), .warning),
    ("ignoring", .ignoring(after: BoxRecord.ignoringPatience), .warning),
    ("gaps", .gaps(after: .seconds(600)), .warning),
    ("database-failing", .databaseFailing(after: .seconds(30)), .critical),
    ("broker-unreachable", .brokerUnreachable(after: .seconds(120)), .critical),
  ]

  /// Reads the alarm rules and quiet hours.
  ///
  /// - Parameter file: The section; `nil` for the default rules.
  /// - Returns: The settings.
  mutating func alarms(_ file: FleetFile.Alarms?) -> AlarmSettings {
    var settings = AlarmSettings()
    if let rules = file?.rules {
      var names: Set<String> = []
      for rule in rules where !names.insert(rule.name.value).inserted {
        fault(rule.name, "there are two rules '\(rule.name.value)'", "give each its own name")
      }
      settings.rules = rules.compactMap { rule($0) }
    } else {
      settings.rules = Self.defaultRules.compactMap { name, condition, severity in
        Identifier(rawValue: name).map { AlarmRule($0, condition, severity) }
      }
    }
    if let zone = file?.timeZone, !TimeZone.exists(zone.value) {
      fault(
        zone, "there is no time zone '\(zone.value)' here",
        "write a name such as Asia/Shanghai; install tzdata if it is missing")
    }
    for (name, hours) in file?.quiet ?? [:] {
      let windows = hours.compactMap { window($0) }
      guard let store = Identifier(rawValue: name) else {
        if let text = hours.first?.from {
          fault(text, "'\(name)' under 'quiet' is not a store", "write the store's name")
        }
        continue
      }
      settings.quiet[store] = windows
    }
    return settings
  }

  /// Reads where alarms are sent.
  ///
  /// - Parameter file: The section; `nil` for the default topic and no webhook.
  /// - Returns: The channels.
  mutating func alarmChannels(_ file: FleetFile.Alarms?) -> AlarmChannels {
    var channels = AlarmChannels(topic: AlarmSettings.topic)
    if let topic = file?.topic {
      channels.topic = topic.value == "none" ? nil : topic.value
      let name = topic.value.split(separator: "{name}", omittingEmptySubsequences: false)
        .joined(separator: "x")
      if TopicFilter(rawValue: name) == nil || name.contains(where: { "+#".contains($0) }) {
        fault(
          topic, "'\(topic.value)' is not a topic to publish to", "write a topic, or none")
      }
    }
    if let webhook = file?.webhook { channels.webhook = self.webhook(webhook) }
    return channels
  }

  private mutating func webhook(_ file: FleetFile.Alarms.Webhook) -> AlarmChannels.Webhook? {
    let url = file.url.value
    if !url.hasPrefix("https://"), !url.hasPrefix("http://") {
      fault(file.url, "'\(url)' is not a web address", "write https://HOST/PATH")
    }
    let ca = readable(file.ca)
    do {
      let text = try TextFile.text(file.secretFile.value)
      let secret = text.hasSuffix("\n") ? String(text.dropLast()) : text
      if secret.utf8.count < 16 {
        fault(
          file.secretFile, "the secret in '\(file.secretFile.value)' is too easy to guess",
          "put 16 or more characters there, for example from: openssl rand -hex 24")
      }
      return AlarmChannels.Webhook(url: url, secret: Array(secret.utf8), ca: ca)
    } catch {
      fault(
        file.secretFile, "cannot read '\(file.secretFile.value)'",
        error.lines.joined(separator: "; "))
      return nil
    }
  }

  private mutating func rule(_ file: FleetFile.Alarms.Rule) -> AlarmRule? {
    let name = identifier(file.name, "name")
    let stores = (file.stores ?? []).compactMap { identifier($0, "store") }
    var severity = AlarmRule.Severity.warning
    if let text = file.severity {
      if let known = AlarmRule.Severity(rawValue: text.value) {
        severity = known
      } else {
        fault(text, "'\(text.value)' is not a severity", "write warning or critical")
      }
    }
    let conditions = conditions(of: file)
    guard conditions.count == 1 else {
      fault(
        file.name, "the rule '\(file.name.value)' has \(conditions.count) conditions",
        "write one of unanswered, lost, silent, rejected, ignoring, gaps, audioUnavailable, "
          + "databaseFailing, brokerUnreachable, failures")
      return nil
    }
    return name.map { AlarmRule($0, conditions[0], severity, stores: Set(stores)) }
  }

  private mutating func conditions(of file: FleetFile.Alarms.Rule) -> [AlarmRule.Condition] {
    var conditions: [AlarmRule.Condition] = []
    let times: [(Located<String>?, String, (Duration) -> AlarmRule.Condition)] = [
      (file.unanswered, "unanswered", { .unanswered(after: $0) }),
      (file.lost, "lost", { .lost(after: $0) }), (file.silent, "silent", { .silent(after: $0) }),
      (file.rejected, "rejected", { .rejected(within: $0) }),
      (file.ignoring, "ignoring", { .ignoring(after: $0) }),
      (file.gaps, "gaps", { .gaps(after: $0) }),
      (file.audioUnavailable, "audioUnavailable", { .audioUnavailable(after: $0) }),
      (file.databaseFailing, "databaseFailing", { .databaseFailing(after: $0) }),
      (file.brokerUnreachable, "brokerUnreachable", { .brokerUnreachable(after: $0) }),
    ]
    if let text = file.storeFailing {
      renamed(text, "storeFailing", to: "databaseFailing")
      conditions.append(.databaseFailing(after: .zero))
    }
    for (text, key, condition) in times {
      guard let text else { continue }
      conditions.append(condition(duration(text, key) ?? .zero))
    }
    if let file = file.failures {
      var failures = AlarmRule.Failures(reasons: (file.reasons ?? []).map(\.value))
      for text in file.codes ?? [] {
        number(text, "codes", in: 2...10) { failures.codes.insert($0) }
      }
      var count = 1
      number(file.count, "count", in: 1...1_000_000) { count = $0 }
      conditions.append(
        .failures(failures, count: count, within: duration(file.within, "within") ?? .zero))
    }
    return conditions
  }
}

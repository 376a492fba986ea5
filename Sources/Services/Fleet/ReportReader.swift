import Digest
public import Wire

/// What one MQTT message reports.
public enum Report: Sendable {
  /// A box's receipt for a command.
  case receipt(BoxName, IssuedReceipt)
  /// Whether a box is online; a retained report may be old.
  case state(BoxName, StateReport, isRetained: Bool)
  /// A box's version, pack and settings.
  case info(BoxName, BoxInfo)
  /// A box's health report.
  case health(BoxName, Health)
  /// A box's response to a request.
  case response(BoxResponse)
  /// A command that was published to one box, or to all boxes of a store.
  case command(store: Identifier, box: Identifier?, EventID, order: String)
  /// A message that could not be read.
  case unreadable(Unreadable)

  /// A message that could not be read.
  public struct Unreadable: Sendable {
    /// Its topic.
    public let topic: String
    /// The box that the topic belongs to, if it is a box's.
    public let box: BoxName?
    /// Why it could not be read.
    public let reason: String
    /// The first bytes of the payload, at most ``ReportReader/keptOfUnreadable``.
    public let payload: [UInt8]
  }
}

/// A box's response to a request.
public struct BoxResponse: Sendable {
  /// The box.
  public let box: BoxName
  /// The transaction of the request.
  public let transaction: String
  /// The response.
  public let response: Response
}

/// Reads what boxes and back ends publish.
public struct ReportReader: Sendable {
  /// The largest payload that is read, in bytes; a box's receipts are far smaller.
  public static let largestPayload = 65_536
  /// The largest order message that boxes read, in bytes: they reject larger ones (protocol, section “Order
  /// messages”).
  public static let largestOrder = 1 << 20
  /// The largest info payload, in bytes: the settings of all boxes are held in memory.
  static let largestInfo = 8192
  /// How many letters of the topic of an order message name it, if it is too large.
  static let keptOfTopic = 100
  /// How many bytes of an unreadable payload are kept.
  static let keptOfUnreadable = 1024

  private let topics: FleetTopics
  private let orders: [OrderListener]

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - topics: The boxes' topics.
  ///   - orders: How to read the order messages of back ends.
  public init(topics: FleetTopics, orders: [OrderListener] = []) {
    self.topics = topics
    self.orders = orders
  }

  /// Reads a message.
  ///
  /// - Parameters:
  ///   - topic: Its topic, which alone decides which box a report is from.
  ///   - payload: Its payload.
  ///   - isRetained: Whether the broker had retained it.
  ///   - arrival: When it came.
  /// - Returns: What it reports; several events if an order message is a list of them.
  public func read(
    topic: String, payload: [UInt8], isRetained: Bool, at arrival: Timestamp
  ) -> [Report] {
    guard let place = topics.place(of: topic) else {
      guard !isRetained else { return [] }
      guard payload.count <= Self.largestOrder else {
        return [tooLarge(topic, payload)].compactMap(\.self)
      }
      return orders.lazy.map { $0.read(topic: topic, payload, at: arrival) }
        .first { !$0.isEmpty } ?? []
    }
    return [read(place, topic, payload, isRetained: isRetained)].compactMap(\.self)
  }

  private func read(
    _ place: FleetTopics.Place, _ topic: String, _ payload: [UInt8], isRetained: Bool
  ) -> Report? {
    let box = place.box.map { BoxName(store: place.store, box: $0) }
    let largest = place.purpose == .info ? Self.largestInfo : Self.largestPayload
    guard payload.count <= largest else {
      return unreadable(topic, box, "\(payload.count) bytes, more than \(largest)", payload)
    }
    do throws(Refusal) {
      return try read(place, box, payload, isRetained: isRetained)
    } catch {
      return unreadable(topic, box, "\(error)", payload)
    }
  }

  private func read(
    _ place: FleetTopics.Place, _ box: BoxName?, _ payload: [UInt8], isRetained: Bool
  ) throws(Refusal) -> Report? {
    switch (place.purpose, box) {
    case (.delivered, let box?):
      return .receipt(box, try IssuedReceipt(payload: payload, topicKind: .delivered))
    case (.handled, let box?):
      return .receipt(box, try IssuedReceipt(payload: payload, topicKind: .handled))
    case (.state, let box?):
      return .state(box, try StateReport(payload: payload), isRetained: isRetained)
    case (.info, let box?): return .info(box, try BoxInfo(payload: payload))
    case (.health, let box?): return .health(box, try Health(payload: payload))
    case (.response, let box?):
      guard let transaction = Request.transaction(of: payload) else { return nil }
      return .response(
        BoxResponse(box: box, transaction: transaction, response: try Response(payload: payload)))
    case (.command, _), (.storeCommand, _):
      // A box ignores retained commands, and answers each other one with a receipt. Whether the command
      // is well formed is for the box to say: it may be of a newer version.
      guard !isRetained, let message = try? JSONReader.read(payload),
        let (event, order) = VoiceCommand.names(of: message)
      else { return nil }
      return .command(store: place.store, box: place.box, event, order: order)
    default: return nil
    }
  }

  /// An order message that boxes reject for its size; they name it by its digest.
  private func tooLarge(_ topic: String, _ payload: [UInt8]) -> Report? {
    let listeners = orders.lazy.filter { $0.matches(topic) }
    guard let store = listeners.compactMap({ $0.store ?? $0.store(in: topic) }).first else {
      return nil
    }
    var digest = SHA256()
    digest.update(with: Array(topic.utf8) + [0])
    digest.update(with: payload)
    return .command(
      store: store, box: nil, EventID(id: "sha256:\(digest.finishHex())"),
      order: "message of \(Self.grouped(payload.count)) bytes on \(topic.prefix(Self.keptOfTopic))")
  }

  /// A number with a comma before each three digits, such as `1,234,567`.
  private static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.indices.reduce(into: "") { text, index in
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digits[index])
    }
  }

  private func unreadable(
    _ topic: String, _ box: BoxName?, _ reason: String, _ payload: [UInt8]
  ) -> Report {
    .unreadable(
      Report.Unreadable(
        topic: topic, box: box, reason: reason,
        payload: Array(payload.prefix(Self.keptOfUnreadable))))
  }
}

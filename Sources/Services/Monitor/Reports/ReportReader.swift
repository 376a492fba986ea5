public import Wire

/// Reads what boxes and back ends publish.
public struct ReportReader: Sendable {
  /// The largest message that is read, in bytes; a box's receipts are far smaller.
  public static let largestPayload = 65_536
  /// The largest message with a box's settings, in bytes: those of all boxes are held in memory.
  static let largestInfo = 8192
  /// How much of an unreadable message is kept, in bytes.
  static let keptOfUnreadable = 1024

  private let topics: FleetTopics
  private let orders: [OrderListener]

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - topics: The boxes' topics.
  ///   - orders: How the order messages of back ends are read.
  public init(topics: FleetTopics, orders: [OrderListener] = []) {
    self.topics = topics
    self.orders = orders
  }

  /// Reads a message.
  ///
  /// - Parameters:
  ///   - topic: Its topic, which alone says whose it is.
  ///   - payload: What it says.
  ///   - isRetained: Whether the broker had kept it.
  /// - Returns: What it tells; `nil` if that is nothing for a monitor.
  public func read(topic: String, payload: [UInt8], isRetained: Bool) -> Report? {
    guard let place = topics.place(of: topic) else {
      return isRetained ? nil : orders.lazy.compactMap { $0.read(topic: topic, payload) }.first
    }
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
      return .receipt(box, try IssuedReceipt(payload: payload, kind: .delivered))
    case (.handled, let box?):
      return .receipt(box, try IssuedReceipt(payload: payload, kind: .handled))
    case (.state, let box?):
      return .state(box, try StateReport(payload: payload), isRetained: isRetained)
    case (.info, let box?): return .info(box, try BoxInfo(payload: payload))
    case (.health, let box?): return .health(box, try Health(payload: payload))
    case (.response, let box?):
      guard let transaction = Request.transaction(of: payload) else { return nil }
      return .response(box, transaction: transaction, try Response(payload: payload))
    case (.command, _), (.storeCommand, _):
      // A box ignores retained commands, and refuses what is malformed with a receipt.
      guard !isRetained, let message = try? JSONReader.read(payload),
        let command = try? VoiceCommand(message)
      else { return nil }
      return .command(
        store: place.store, box: place.box, id: command.id, order: command.order)
    default: return nil
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

public import Interop
public import Service

/// A table of items to deliver; each stays in it until it was delivered or rejected.
public protocol DeliveryTable<Item>: Sendable {
  /// Something to deliver; its description is logged.
  associatedtype Item: Sendable & CustomStringConvertible

  /// Reads the oldest item.
  ///
  /// - Returns: The item; `nil` if there is none.
  /// - Throws: Why the table could not be read.
  func next() async throws -> Item?

  /// Removes an item that was delivered, or never will be.
  ///
  /// - Parameter item: The item, as ``next()`` returned it.
  /// - Throws: Why it could not be removed: then it is delivered again.
  func remove(_ item: Item) async throws
}

/// What came of delivering an item.
public enum DeliveryResult: Sendable, Equatable {
  /// It was delivered.
  case delivered
  /// It will never be accepted.
  case rejected(String)
  /// It could not be delivered now.
  case failed(String)
}

/// Delivers what a table holds, the oldest item first, each again and again until it was delivered.
///
/// What is in the table survives a restart; an item whose delivery was not confirmed before is delivered
/// once more.
public struct DurableDelivery<Table: DeliveryTable>: Service {
  /// How often the table is read without a signal.
  private static var interval: Duration { .seconds(60) }

  public let name: String
  private let table: Table
  private let signal: AsyncSignal
  private let backoff: Backoff
  private let log: Log
  private let deliver: @Sendable (Table.Item) async -> DeliveryResult

  /// Creates a delivery; one at a time may use a table.
  ///
  /// - Parameters:
  ///   - name: The service's name.
  ///   - table: What to deliver.
  ///   - signal: Notified when the table may have a new item.
  ///   - backoff: The pauses after failures.
  ///   - log: The log.
  ///   - deliver: Tries to deliver an item once, such as by ``PublicationQueue/publish(_:timeout:)``.
  public init(
    _ name: String, from table: Table, signal: AsyncSignal, backoff: Backoff, log: Log,
    deliver: @escaping @Sendable (Table.Item) async -> DeliveryResult
  ) {
    self.name = name
    self.table = table
    self.signal = signal
    self.backoff = backoff
    self.log = log
    self.deliver = deliver
  }

  public func run() async throws {
    var backoff = backoff
    while true {
      try Task.checkCancellation()
      do {
        guard let item = try await table.next() else {
          await signal.wait(atMost: Self.interval)
          continue
        }
        if try await settle(item) {
          backoff.reset()
          continue
        }
      } catch {
        log(.error, "delivery table unavailable", ["delivery": name, "error": "\(error)"])
        // A signal may be about an item that needs no table, such as an alarm about this very failure.
        await signal.wait(atMost: backoff.next())
        continue
      }
      try await Task.sleep(for: backoff.next())
    }
  }

  /// Tries to deliver an item once, and removes it if there is nothing more to do.
  ///
  /// - Returns: Whether it was removed.
  private func settle(_ item: Table.Item) async throws -> Bool {
    switch await deliver(item) {
    case .delivered: break
    case .failed(let reason):
      if Task.isCancelled { return false }
      log(
        .warning, "not delivered, retrying",
        ["delivery": name, "item": item.description, "error": reason])
      return false
    case .rejected(let reason):
      log(
        .error, "delivery rejected",
        ["delivery": name, "item": item.description, "error": reason])
    }
    try await table.remove(item)
    return true
  }
}

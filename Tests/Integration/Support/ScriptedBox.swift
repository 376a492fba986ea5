import Interop
import TestKit
import Wire

/// A box that publishes what the test tells it to.
struct ScriptedBox {
  let broker: MosquittoBroker
  let store: String
  let box: String
  private let issuer: Issuer

  init(_ broker: MosquittoBroker, _ box: String = "counter-1", store: String = "s042") throws {
    guard let name = BoxName("\(store)/\(box)") else { throw TestFailure(text: box) }
    self.broker = broker
    self.store = store
    self.box = box
    issuer = Issuer(store: name.store, box: name.box, connectionNumber: 1, clockIsSynced: true)
  }

  /// Publishes its state.
  func publish(state: BoxState, session: Int64 = 1) async throws {
    try await broker.publish(
      state.json(connectionNumber: session, at: Self.now).encoded,
      to: "soundbox/v1/\(store)/\(box)/state", isRetained: true)
  }

  /// Publishes a `delivered` receipt.
  func delivered(_ id: String, order: String? = nil, seq: Int64, attempt: Int = 1) async throws {
    try await publish(
      Receipt(
        .delivered, event: EventID(id: id), order: order ?? id, attempt: attempt,
        times: Self.times(nil)), seq
    )
  }

  /// Publishes a `handled` receipt.
  func handled(
    _ id: String, of source: String? = nil, order: String? = nil, seq: Int64, attempt: Int = 1,
    _ outcome: Outcome = .played,
    reason: String? = nil, spoken: String? = nil
  ) async throws {
    var receipt = Receipt(
      .handled, event: EventID(source: source, id: id), order: order ?? id, attempt: attempt,
      times: Self.times(outcome))
    receipt.outcome = outcome
    receipt.reason = reason
    receipt.spoken = spoken
    try await publish(receipt, seq)
  }

  private func publish(_ receipt: Receipt, _ seq: Int64) async throws {
    try await broker.publish(
      receipt.json(from: issuer, seq: seq, at: Self.now).encoded,
      to: "soundbox/v1/\(store)/\(box)/receipt/\(receipt.kind.rawValue)")
  }

  private static var now: Timestamp { Timestamp(milliseconds: SystemClock.milliseconds) }

  private static func times(_ outcome: Outcome?) -> Receipt.Times {
    let start = Timestamp(milliseconds: SystemClock.milliseconds - 5000)
    var times = Receipt.Times(received: start)
    times.delivered = start + .milliseconds(20)
    if outcome == .played {
      times.started = start + .milliseconds(412)
      times.finished = start + .milliseconds(3412)
    }
    return times
  }
}

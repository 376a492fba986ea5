extension MosquittoBroker {
  /// Subscribes at QoS 1 with `mosquitto_sub`.
  ///
  /// - Parameters:
  ///   - filters: Topic filters, one at least.
  ///   - arguments: More arguments for the program, such as `-u` and a user name.
  /// - Returns: The subscriber, once the broker has granted all filters.
  /// - Throws: ``MosquittoError`` if the program ends instead.
  public func subscribe(
    to filters: String..., arguments: [String] = []
  ) async throws -> MosquittoSubscriber {
    try await MosquittoSubscriber(port: port, filters: filters, arguments: arguments)
  }
}

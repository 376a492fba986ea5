/// Gives out publications and learns what became of them.
///
/// A link asks its sources one after the other, on its own thread. What was given out and has no result
/// when the connection ends is given out again on the next one, after ``restart()``.
public protocol PublicationSource: Sendable {
  /// Whose tokens these are; unique among the sources of one link.
  var publisher: PublisherName { get }

  /// Prepares for a new connection, which knows nothing of what earlier ones were given.
  func restart()

  /// Gives out the next publications, in the order in which they are to be published.
  ///
  /// - Parameter count: The most to give out.
  /// - Returns: Publications that this connection has not been given, each with a token of this
  ///   ``publisher``; fewer than `count` if there are no more now.
  func next(atMost count: Int) -> [Publication]

  /// Records what became of publications.
  ///
  /// - Parameter results: Results of this source's own publications, at least one.
  func note(_ results: [PublicationResult])
}

/// The name of a source of publications, such as “receipts”.
public struct PublisherName: RawRepresentable, Sendable, Hashable {
  /// The name.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Identifies a publication: who published it, and under which number.
public struct PublicationToken: Sendable, Hashable {
  /// The source it comes from.
  public let publisher: PublisherName
  /// Its number among those of its source.
  public let number: Int64

  /// Creates a token.
  ///
  /// - Parameters:
  ///   - publisher: The source.
  ///   - number: The number among those of the source.
  public init(_ publisher: PublisherName, _ number: Int64) {
    self.publisher = publisher
    self.number = number
  }
}

/// What became of a publication.
public struct PublicationResult: Sendable, Equatable {
  /// What the broker answered.
  public enum Status: Sendable, Equatable {
    /// It has the message, or, at QoS 0, the message has been handed to the link.
    case accepted
    /// It has discarded the message, as no client subscribes to the topic (MQTT 5.0, 3.4.2.1).
    case noSubscribers
    /// It has refused the message, or the message cannot be sent to it at all; why, in words.
    case refused(reason: String)
  }

  /// Which publication.
  public let token: PublicationToken
  /// What became of it.
  public let status: Status

  /// Creates a result.
  ///
  /// - Parameters:
  ///   - token: Which publication.
  ///   - status: What became of it.
  public init(_ token: PublicationToken, _ status: Status) {
    self.token = token
    self.status = status
  }
}

extension [any PublicationSource] {
  /// Prepares all sources for a new connection.
  public func restart() {
    for source in self { source.restart() }
  }

  /// Gives each source the results of its own publications.
  ///
  /// - Parameter results: Results of publications of any of the sources.
  public func note(_ results: [PublicationResult]) {
    for source in self {
      let publisher = source.publisher
      let own = results.filter { $0.token.publisher == publisher }
      if !own.isEmpty { source.note(own) }
    }
  }
}

/// One number of a metric.
public struct Sample: Sendable, Equatable {
  /// What follows the family's name: such as `_bucket` for one bound of a histogram.
  let suffix: String
  /// What tells it from the other samples of its metric.
  public let labels: Labels
  /// The number.
  public let value: Double

  /// Describes a sample.
  ///
  /// - Parameters:
  ///   - value: The number.
  ///   - labels: What tells it from the other samples of its metric.
  public init(_ value: Double, _ labels: Labels = [:]) {
    self.init(value, labels, suffix: "")
  }

  /// Describes a sample that is counted.
  ///
  /// - Parameters:
  ///   - count: The number.
  ///   - labels: What tells it from the other samples of its metric.
  public init(_ count: some BinaryInteger, _ labels: Labels = [:]) {
    self.init(Double(count), labels, suffix: "")
  }

  /// Describes a sample that is or is not: 1 or 0.
  ///
  /// - Parameters:
  ///   - flag: Whether it is.
  ///   - labels: What tells it from the other samples of its metric.
  public init(flag: Bool, _ labels: Labels = [:]) {
    self.init(flag ? 1 : 0, labels, suffix: "")
  }

  init(_ value: Double, _ labels: Labels = [:], suffix: String) {
    self.value = value
    self.labels = labels
    self.suffix = suffix
  }
}

/// Names and values, in the order in which they are written.
public struct Labels: Sendable, Equatable, ExpressibleByDictionaryLiteral, Sequence {
  /// One of them.
  public typealias Element = (name: String, value: String)

  private let names: [String]
  private let values: [String]

  public init(dictionaryLiteral elements: (String, String)...) {
    precondition(Set(elements.map(\.0)).count == elements.count, "a label stands there twice")
    names = elements.map(\.0)
    values = elements.map(\.1)
  }

  public func makeIterator() -> some IteratorProtocol<Element> {
    zip(names, values).lazy.map { (name: $0, value: $1) }.makeIterator()
  }
}

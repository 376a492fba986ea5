/// One number of a metric.
public struct Sample: Sendable, Equatable {
  /// The suffix after the family's name, such as `_bucket` of a histogram.
  let suffix: String
  /// The labels that distinguish it from the metric's other samples.
  public let labels: Labels
  /// The number.
  public let value: Double

  /// Describes a sample.
  ///
  /// - Parameters:
  ///   - value: The number.
  ///   - labels: The labels that distinguish it from the metric's other samples.
  public init(_ value: Double, _ labels: Labels = [:]) {
    self.init(value, labels, suffix: "")
  }

  /// Describes an integer sample.
  ///
  /// - Parameters:
  ///   - count: The number.
  ///   - labels: The labels that distinguish it from the metric's other samples.
  public init(_ count: some BinaryInteger, _ labels: Labels = [:]) {
    self.init(Double(count), labels, suffix: "")
  }

  /// Describes a Boolean sample, 1 or 0.
  ///
  /// - Parameters:
  ///   - flag: The Boolean value.
  ///   - labels: The labels that distinguish it from the metric's other samples.
  public init(flag: Bool, _ labels: Labels = [:]) {
    self.init(flag ? 1 : 0, labels, suffix: "")
  }

  init(_ value: Double, _ labels: Labels = [:], suffix: String) {
    self.value = value
    self.labels = labels
    self.suffix = suffix
  }
}

/// Label names and values in order.
public struct Labels: Sendable, Equatable, ExpressibleByDictionaryLiteral, Sequence {
  /// One label.
  public typealias Element = (name: String, value: String)

  private let names: [String]
  private let values: [String]

  public init(dictionaryLiteral elements: (String, String)...) {
    precondition(Set(elements.map(\.0)).count == elements.count, "duplicate label")
    names = elements.map(\.0)
    values = elements.map(\.1)
  }

  public func makeIterator() -> some IteratorProtocol<Element> {
    zip(names, values).lazy.map { (name: $0, value: $1) }.makeIterator()
  }
}

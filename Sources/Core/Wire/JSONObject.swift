/// The members of a JSON object, in the order in which they stood, no key twice.
public struct JSONObject: Sendable, Hashable {
  /// One key and its value.
  public struct Member: Sendable, Hashable {
    /// The key.
    public let key: String
    /// The value.
    public var value: JSON
  }

  /// All members, in order.
  public private(set) var members: [Member] = []

  /// Makes an object without members.
  public init() {}

  /// The value of `key`; setting it keeps the member's place, or appends a new one; `nil` removes it.
  public subscript(key: String) -> JSON? {
    get { members.first { $0.key == key }?.value }
    set {
      let place = members.firstIndex { $0.key == key }
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append(Member(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  /// Appends a member whose key is known to be new.
  mutating func append(_ key: String, _ value: JSON) {
    members.append(Member(key: key, value: value))
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object of the members that are not `nil`, in their order.
  ///
  /// - Parameter elements: Keys, none of them twice, and their values.
  public init(dictionaryLiteral elements: (String, JSON?)...) {
    for case (let key, let value?) in elements { append(key, value) }
  }
}

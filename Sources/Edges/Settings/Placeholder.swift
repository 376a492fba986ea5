/// A type with a value that can stand in for one that is missing or wrong.
protocol HasPlaceholder {
  static var anyStandIn: Any? { get }
}

extension Located: HasPlaceholder {
  static var anyStandIn: Any? {
    standIn(for: Value.self).map { Located($0, at: Location(file: "", line: 0)) }
  }
}

extension Array: HasPlaceholder { static var anyStandIn: Any? { Self() } }
extension Dictionary: HasPlaceholder { static var anyStandIn: Any? { Self() } }
extension Optional: HasPlaceholder { static var anyStandIn: Any? { Self.none as Any } }

/// What goes on in the place of a value of this type after a fault; `nil` if nothing can.
func standIn<T>(for type: T.Type) -> T? {
  switch type {
  case let type as any Scalar.Type: type.standIn as? T
  case let type as any HasPlaceholder.Type: type.anyStandIn as? T
  case let type as any CaseIterable.Type: firstCase(of: type) as? T
  default: nil
  }
}

private func firstCase<T: CaseIterable>(of type: T.Type) -> T? { type.allCases.first }

import Foundation
import Testing
import Voice

/// One way to break the English pack, and the fault that must be found.
struct Break: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let path: String
  let problem: String
  let change: @Sendable (inout PackSource) -> Void

  init(
    _ description: String, _ path: String, _ problem: String,
    _ change: @escaping @Sendable (inout PackSource) -> Void
  ) {
    testDescription = description
    self.path = path
    self.problem = problem
    self.change = change
  }
}

extension Grammar.Phrase {
  /// A phrase from its JSON.
  init(json: String) throws {
    self = try JSONDecoder().decode(Grammar.Phrase.self, from: Data(json.utf8))
  }
}

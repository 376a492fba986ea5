import FoundationEssentials
import TestKit
import Testing

/// Where a monitor keeps what it learns.
enum DatabaseKind: CaseIterable, Sendable {
  case sqlite
  case postgres
}

/// Lends a place for a monitor's store, empty: a file, or a database of the suite's server.
func withFleetDatabase<Result>(
  _ kind: DatabaseKind, _ body: (String) async throws -> Result
) async throws -> Result {
  switch kind {
  case .sqlite:
    return try await withTemporaryFolder { folder in try await body("\(folder)/fleet.db") }
  case .postgres:
    let server = try #require(PostgresTrait.server, "the suite wants the trait .postgres")
    let name = "fleet_\(UUID().uuidString.prefix(8).lowercased())"
    return try await body(server.makeDatabase(name))
  }
}

/// Runs one PostgreSQL for a whole suite.
struct PostgresTrait: SuiteTrait, TestScoping {
  @TaskLocal static var server: PostgresServer?

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withPostgres { server in
      try await Self.$server.withValue(server) { try await function() }
    }
  }
}

extension Trait where Self == PostgresTrait {
  /// Tests of the suite find a PostgreSQL.
  static var postgres: Self { PostgresTrait() }
}

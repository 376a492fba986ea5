import Database
import Glibc
import Interop
import Monitor
import Postgres
import ProgramKit

enum CheckCommand: Command {
  static let words = ["check"]
  static let summary = "list every fault of configuration, database and broker"
  static let usage = "--config FILE"
  static let details = """
    Checks everything the monitor needs and prints one line per fault: where it is, and how to fix it.
    Connects to the broker with the monitor's credentials and subscriptions but a client id of its own,
    so that a running monitor is not disturbed. Opens the database if it exists and no monitor is using
    it; creates nothing.
    """
  static let options = [Option("config", value: "FILE", "the monitor's configuration")]

  static func run(_ arguments: Arguments) async throws(Failure) {
    let path = try arguments.required("config")
    let configuration: FleetConfiguration
    do {
      configuration = try FleetReader.read(path, environment: ProcessEnvironment.variables)
    } catch {
      guard error.code == .configuration else { throw error }
      throw Failure(
        .configuration,
        error.lines + ["database and broker: not checked until the configuration is valid"])
    }
    let faults =
      DatabaseCheck.faults(of: configuration.database)
      + (await BrokerProbe.faults(of: configuration.broker, configuration.session))
    guard faults.isEmpty else { throw Failure(.configuration, faults) }
    Console.print("\(path): no faults")
  }
}

/// Checks the database that a monitor would use.
enum DatabaseCheck {
  /// Checks a database.
  ///
  /// - Parameter address: Where it is.
  /// - Returns: A line for each fault.
  static func faults(of address: FleetConfiguration.DatabaseAddress) -> [String] {
    switch address {
    case .sqlite(let path): faults(ofFile: path)
    case .postgres(let url): faults(ofServer: url)
    }
  }

  /// Connects without changing anything: the monitor creates the tables.
  private static func faults(ofServer url: String) -> [String] {
    do {
      var server = try Postgres(url: url, migrations: [])
      _ = try server.query("SELECT 1")
      return []
    } catch {
      // A wrong state means that a monitor has created its tables.
      return error.code == .wrongState ? [] : ["database: \(error)"]
    }
  }

  private static func faults(ofFile path: String) -> [String] {
    guard access(path, F_OK) == 0 else { return faults(ofFolderOf: path) }
    guard access(path, R_OK | W_OK) == 0 else {
      return ["database: cannot read and write '\(path)': give the file to this user"]
    }
    do {
      _ = try Database(path: path, migrations: Database.migrations)
      return []
    } catch {
      // A locked database is in use by a running monitor.
      return error.isLocked ? [] : ["database: \(error)"]
    }
  }

  private static func faults(ofFolderOf path: String) -> [String] {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard access(folder, F_OK) == 0 else {
      return ["database: there is no folder '\(folder)': make it, writable for this user"]
    }
    guard access(folder, W_OK | X_OK) == 0 else {
      return ["database: cannot write into '\(folder)': make it writable for this user"]
    }
    return []
  }
}

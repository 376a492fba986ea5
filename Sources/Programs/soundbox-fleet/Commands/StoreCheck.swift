import Database
import Glibc
import Monitor
import Postgres
import ProgramKit

/// Looks at what a monitor would keep its things in.
enum StoreCheck {
  /// What is wrong with it.
  ///
  /// - Parameter store: The store.
  /// - Returns: A line for each fault.
  static func faults(of store: FleetConfiguration.Store) -> [String] {
    switch store {
    case .sqlite(let path): faults(ofFile: path)
    case .postgres(let url): faults(ofServer: url)
    }
  }

  /// Looks without changing anything: the tables are made by the monitor that uses them.
  private static func faults(ofServer url: String) -> [String] {
    do {
      var server = try Postgres(url: url, migrations: [])
      _ = try server.query("SELECT 1")
      return []
    } catch {
      // There are tables of a monitor already.
      return error.code == .wrongState ? [] : ["store: \(error)"]
    }
  }

  private static func faults(ofFile path: String) -> [String] {
    guard access(path, F_OK) == 0 else { return faults(ofFolderOf: path) }
    guard access(path, R_OK | W_OK) == 0 else {
      return ["store: cannot read and write '\(path)': give the file to this user"]
    }
    do {
      _ = try Database(path: path, migrations: Database.migrations)
      return []
    } catch {
      // A monitor that runs is the best proof.
      return error.isLocked ? [] : ["store: \(error)"]
    }
  }

  private static func faults(ofFolderOf path: String) -> [String] {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard access(folder, F_OK) == 0 else {
      return ["store: there is no folder '\(folder)': make it, writable for this user"]
    }
    guard access(folder, W_OK | X_OK) == 0 else {
      return ["store: cannot write into '\(folder)': make it writable for this user"]
    }
    return []
  }
}

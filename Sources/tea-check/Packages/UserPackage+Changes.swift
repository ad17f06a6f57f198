import TEARuntime
internal import TEASupport
import Foundation
import TEAResults
internal import TEAText

extension UserPackage {
  /// The names of the suites' executables, for suites that depend on files changed since a revision.
  ///
  /// The number of these suites, and of all suites, is printed to standard error.
  func suiteNames(changedSince revision: String) throws -> [String] {
    let changes = try ChangedFiles(since: revision, in: path)
    let description = try ask("describe", "--type", "json")
    let suiteTargets = Self.suiteTargets(in: description, mentionsSuite: mentionsSuite)
    guard !suiteTargets.isEmpty else { throw UsageError(Self.suiteInstructions) }
    let folder = Self.realPath(path)
    let changed = ChangedTargets(
      of: changes.paths, in: folder, description, links: TargetLinks(in: folder, description),
      dependencies: Self.folders(in: try ask("show-dependencies", "--format", "json")).map(Self.realPath)
    ) { file in (try? StoredCounterexample(parsing: try Platform.read(file)))?.target }
    let affectedTargets = suiteTargets.filter { changed.affects($0, in: description) }
    let reason = if case .all(let reason) = changed { ": \(reason)" } else { "" }
    Platform.write(
      "\(affectedTargets.count) of \(counted(suiteTargets.count, "suite")) to check since '\(escaped(revision))'\(reason)\n",
      to: Platform.standardError)
    return Self.executableNames(of: affectedTargets, in: description)
  }

  static func folders(in tree: JSON) -> [String] {
    (tree["dependencies"]?.array ?? []).flatMap { package in
      (package["path"]?.string.map { [$0] } ?? []) + folders(in: package)
    }
  }

  private static func realPath(_ path: String) -> String { Platform.realPath(path) ?? path }
}

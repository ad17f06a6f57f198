internal import TEAResults
import TEASupport
import Foundation

/// A reading of the source files in some folders: each file with its stamp, which changes when the file changes.
struct SourceFiles: Equatable {
  private var stampsByPath: [String: String] = [:]
  /// The folders that were read, by the paths that were given.
  private var folders: Set<String>

  var count: Int { stampsByPath.count }

  private static let extensions = Set(["swift"] + BuildStamp.foreignExtensions)

  /// Reads the folders and all folders inside of them, and then the folders that links lead to. Names that begin with a dot,
  /// such as `.build`, are skipped.
  ///
  /// - Parameter limit: The largest number of files and folders, because a watch reads them twice a second.
  init(in folders: [String], limit: Int = 50_000) {
    self.folders = Set(folders)
    var folders = folders
    // Links may form a cycle, or lead to the same folder, so each real folder is read once.
    var (linkedFolders, readFolders): ([String], Set<String>) = ([], [])
    var visitedCount = 0
    while let folder = folders.popLast() ?? linkedFolders.popLast() {
      guard readFolders.insert(Platform.realPath(folder) ?? folder).inserted else { continue }
      for name in Platform.names(in: folder) where !name.hasPrefix(".") && visitedCount < limit {
        visitedCount += 1
        let path = "\(folder)/\(name)"
        let isLink = Platform.stamp(ofFile: path)?.kind == .link
        guard let stamp = Platform.stamp(ofFile: path, followingLinks: true) else { continue }
        if stamp.kind == .folder {
          if isLink { linkedFolders.append(path) } else { folders.append(path) }
        } else if Self.isSource(name) {
          stampsByPath[path] = stamp.text
        }
      }
    }
  }

  private static func isSource(_ name: String) -> Bool {
    name == Configuration.fileName || extensions.contains(name.split(separator: ".").last.map(String.init) ?? "")
  }

  /// Adds the files of another reading that are in none of the folders of this reading.
  mutating func add(_ other: SourceFiles) {
    let formerFolders = folders
    folders.formUnion(other.folders)
    for (path, stamp) in other.stampsByPath where !formerFolders.contains(where: { path.hasPrefix($0 + "/") }) {
      stampsByPath[path] = stamp
    }
  }

  func changes(since before: SourceFiles) -> [String] {
    let paths = Set(stampsByPath.keys).union(before.stampsByPath.keys)
    return paths.filter { stampsByPath[$0] != before.stampsByPath[$0] }.sorted()
  }
}

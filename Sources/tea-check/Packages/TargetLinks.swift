import TEASupport
import Foundation

/// The symbolic links in the folders of targets, by which a target may have sources that stand elsewhere.
struct TargetLinks {
  /// The ends of the links of each target, by its name. An end is a path without links.
  private var ends: [String: Set<String>] = [:]
  /// A target with too many files and folders to look at; `nil` where all were looked at.
  private(set) var unreadTarget: String?

  /// The largest number of files and folders that are looked at in a target, to bound the time.
  static let limit = 50_000

  init() {}

  /// - Parameters:
  ///   - package: The path of the package, without links.
  ///   - description: The output of `swift package describe`.
  init(in package: String, _ description: JSON) {
    for target in description["targets"]?.array ?? [] {
      guard let name = target["name"]?.string, let path = target["path"]?.string else { continue }
      let folder = path == "." || path.isEmpty ? package : "\(package)/\(path)"
      guard let endsOfTarget = Self.ends(below: folder) else {
        unreadTarget = name
        return
      }
      if !endsOfTarget.isEmpty { ends[name] = endsOfTarget }
    }
  }

  /// Returns `true` where a link of the target leads to the file, or to a folder that contains it.
  func lead(fromTarget name: String, to file: String) -> Bool {
    ends[name]?.contains { ChangedTargets.isPart(file, of: $0) } ?? false
  }

  /// The ends of all links below a folder, and below the folders that these links lead to. If the path of the folder itself
  /// goes through a link, the folder's real path is among them.
  ///
  /// - Returns: `nil` where there are too many files and folders.
  private static func ends(below root: String) -> Set<String>? {
    guard let realRoot = Platform.realPath(root) else { return [] }
    var ends: Set<String> = realRoot == root ? [] : [realRoot]
    var (folders, knownFolders) = ([realRoot], Set([realRoot]))
    var count = 0
    while let folder = folders.popLast() {
      for name in Platform.names(in: folder) where !name.hasPrefix(".") {
        count += 1
        guard count <= limit else { return nil }
        let path = "\(folder)/\(name)"
        guard let stamp = Platform.stamp(ofFile: path), stamp.kind != .file else { continue }
        let end = stamp.kind == .link ? end(ofLink: path) : path
        if stamp.kind == .link { ends.insert(end) }
        if Platform.stamp(ofFile: end)?.kind == .folder, knownFolders.insert(end).inserted { folders.append(end) }
      }
    }
    return ends
  }

  /// The path at the end of a link, even if no file is there any more, because the removal of a file is a change.
  private static func end(ofLink path: String) -> String {
    if let end = Platform.realPath(path) { return end }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let text = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? ""
    return URL(fileURLWithPath: text, relativeTo: folder).standardizedFileURL.path
  }
}

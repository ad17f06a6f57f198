import Foundation

/// The git repository that contains a package, or the package itself where it is in no repository.
struct Repository {
  /// The path of the root, with a slash at its end.
  let root: String

  init(containing package: String) {
    let folder = URL(fileURLWithPath: package).standardizedFileURL.resolvingSymlinksInPath()
    var root = folder
    // `.git` may also be a file: in a linked work tree (`git worktree add`) and in a submodule.
    while !FileManager.default.fileExists(atPath: root.appendingPathComponent(".git").path) {
      guard root.path != "/" else {
        root = folder
        break
      }
      root.deleteLastPathComponent()
    }
    self.root = root.path == "/" ? "/" : root.path + "/"
  }

  /// The path of a file within the repository; a file outside of the repository keeps its path.
  func path(of file: String) -> String {
    guard file.hasPrefix("/") else { return file }
    let resolved = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
    return resolved.hasPrefix(root) ? String(resolved.dropFirst(root.count)) : file
  }
}

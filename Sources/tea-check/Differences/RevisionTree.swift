internal import TEAText
internal import TEARuntime
internal import TEAResults
import TEASupport
import Foundation

/// A package at a revision, in a git work tree inside the build folder.
///
/// The work tree is kept, so that the next comparison compiles only what changed.
struct RevisionTree {
  /// The folder of the package at the revision.
  let path: String
  /// The first seven characters of the commit's hash.
  let hash: String
  /// The number of changed files, and of untracked files and folders, in the user's own checkout (not in this work tree).
  let dirtyFileCount: Int

  /// The folder of the work tree, within the package. It is nested so deep that relative paths in the manifest, such as
  /// `../Library`, stay inside the build folder.
  private static let folder = "\(outerFolder)/beside/beside/beside"
  private static let outerFolder = ".build/tea-check-diff"

  init(_ revision: String, of package: UserPackage, console: Console) throws {
    let git = try Git(containing: package.path, for: "tea-check diff")
    let commit = try git.commit(revision)
    hash = String(commit.prefix(7))
    let status = try git.run("status", "--porcelain", "-z", "--untracked-files=normal", "--no-renames")
    dirtyFileCount = status.output.split(separator: "\0").count
    console.show("checking out \(revision)")
    let packagePath = URL(fileURLWithPath: package.path).resolvingSymlinksInPath().path
    let tree = "\(packagePath)/\(Self.folder)/tree"
    try Self.checkOut(commit, in: tree, git)
    path = git.prefix.isEmpty ? tree : "\(tree)/\(git.prefix.dropLast())"
    guard FileManager.default.fileExists(atPath: "\(path)/Package.swift") else {
      throw UsageError("There was no Package.swift in '\(escaped(git.prefix))' at '\(escaped(revision))'")
    }
    try linkNeighbours(of: tree, within: "\(packagePath)/\(Self.outerFolder)/", git)
  }

  private static func checkOut(_ commit: String, in tree: String, _ git: Git) throws {
    let quietOptions = ["-c", "core.hooksPath=/dev/null", "-c", "advice.detachedHead=false"]
    let top = try? Git.run(["-C", tree, "rev-parse", "--show-toplevel"])
    if let top, top.succeeded,
      top.output.prefix(while: { $0 != "\n" }) == URL(fileURLWithPath: tree).resolvingSymlinksInPath().path
    {
      let checkout = try Git.run(quietOptions + ["-C", tree, "checkout", "--quiet", "--force", "--detach", commit])
      if checkout.succeeded { return }
    }
    // Git may no longer know the work tree. It is then made again, and the build products in its folder are kept.
    let manager = FileManager.default
    let (buildFolder, savedBuildFolder) = ("\(tree)/\(git.prefix).build", "\(tree).build")
    if manager.fileExists(atPath: buildFolder) {
      try? manager.removeItem(atPath: savedBuildFolder)
      try manager.moveItem(atPath: buildFolder, toPath: savedBuildFolder)
    }
    defer { try? manager.moveItem(atPath: savedBuildFolder, toPath: buildFolder) }
    // Git adds a work tree by force also where it remembers the missing one.
    try? manager.removeItem(atPath: tree)
    let added = try Git.run(
      quietOptions + ["-C", git.root, "worktree", "add", "--quiet", "--force", "--detach", tree, commit])
    guard added.succeeded else { throw BuildError(problem: "git cannot check out \(commit)", output: added.errors) }
  }

  /// Creates symbolic links, beside the work tree, to packages outside the repository that the manifest names by relative
  /// paths.
  ///
  /// - Parameter permittedFolder: The folder in which links may be created, with a slash at its end.
  private func linkNeighbours(of tree: String, within permittedFolder: String, _ git: Git) throws {
    let manifest = try? String(contentsOfFile: "\(path)/Package.swift", encoding: .utf8)
    guard manifest?.contains("path:") ?? false else { return }
    let description = try Subprocess.run("swift", ["package", "--package-path", path, "dump-package"])
    guard description.succeeded, let json = try? JSON(parsing: description.output) else { return }
    let paths = (json["dependencies"]?.array ?? []).flatMap { $0["fileSystem"]?.array ?? [] }.compactMap {
      $0["path"]?.string
    }
    for link in paths where !FileManager.default.fileExists(atPath: link) && link.hasPrefix(permittedFolder) {
      let relativePath = Self.relative(link, to: tree)
      let original = URL(fileURLWithPath: git.root + "/" + relativePath).standardizedFileURL.path
      guard FileManager.default.fileExists(atPath: original) else { continue }
      try? FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: original)
    }
  }

  static func relative(_ path: String, to folder: String) -> String {
    let (parts, base) = (path.split(separator: "/"), folder.split(separator: "/"))
    let commonCount = zip(parts, base).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: base.count - commonCount) + parts.dropFirst(commonCount).map(String.init))
      .joined(separator: "/")
  }
}

import TEAResults
import TEASupport

/// The files of a working tree that differ from a revision: changed, deleted or untracked.
struct ChangedFiles {
  /// The absolute paths. Each begins with the real path of the repository, without symbolic links.
  let paths: [String]

  /// Asks git for the changed files. A changed submodule counts as one path.
  init(since revision: String, in folder: String) throws {
    let git = try Git(containing: folder, for: "--changed-since")
    let hash = try git.commit(revision)
    let changedList = try git.run(
      "diff", "--name-only", "--no-renames", "--no-ext-diff", "--ignore-submodules=none", "-z", hash, "--")
    let untrackedList = try git.run("ls-files", "--others", "--exclude-standard", "-z")
    let root = Platform.realPath(git.root) ?? git.root
    var paths: [String] = []
    for list in [changedList, untrackedList] {
      guard list.succeeded else { throw BuildError(problem: "git cannot say what changed", output: list.errors) }
      paths += list.output.split(separator: "\0").map { "\(root)/\($0)" }
    }
    self.paths = paths.sorted()
  }
}

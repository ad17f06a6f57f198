import TEACheck

/// The files of a working tree that differ from a revision: changed, deleted or untracked.
struct ChangedFiles {
  /// The absolute paths; the path of the repository in them has no symbolic links.
  let paths: [String]

  /// Asks git for the changed and the untracked files; a submodule counts as one path.
  ///
  /// - Throws: ``UsageError`` without a repository or revision, ``BuildError`` where git fails.
  init(since revision: String, in folder: String) throws {
    let git = try Git(containing: folder, for: "--changed-since")
    let hash = try git.commit(revision)
    let changed = try git.run(
      "diff", "--name-only", "--no-renames", "--no-ext-diff", "--ignore-submodules=none", "-z", hash, "--")
    let new = try git.run("ls-files", "--others", "--exclude-standard", "-z")
    var paths: [String] = []
    for list in [changed, new] {
      guard list.succeeded else { throw BuildError(what: "git cannot say what changed", output: list.errors) }
      paths += list.output.split(separator: "\0").map { "\(git.root)/\($0)" }
    }
    self.paths = paths.sorted()
  }
}

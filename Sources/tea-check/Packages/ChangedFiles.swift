import TEACheck

/// The files of a repository that differ from a revision, in the working tree or in the index.
struct ChangedFiles {
  /// Absolute paths, without symbolic links in that of the repository.
  let paths: [String]

  /// Runs git.
  ///
  /// - Throws: ``UsageError`` where the folder is in no repository, or there is no such revision.
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

package import TEASupport

/// The folder in which counterexamples are kept, to be replayed first on the next run.
package struct CounterexampleStore {
  /// The usual name of the folder, in the root of a package.
  package static let defaultFolderName = ".tea-check"

  package let folder: String

  package init(folder: String) {
    self.folder = folder
  }

  package struct File {
    package var name: String
    package var counterexample: StoredCounterexample
  }

  /// The counterexamples of a check, and the problems of unreadable files whose names begin with the check's module.
  package func files(ofCheck title: String, module: String, in target: String?) -> (files: [File], problems: [String]) {
    var files: [File] = []
    var problems: [String] = []
    for name in Platform.names(in: folder) where name.hasSuffix(".json") {
      do {
        let stored = try StoredCounterexample(parsing: try Platform.read("\(folder)/\(name)"))
        if stored.isOf(checkTitled: title, in: target) { files.append(File(name: name, counterexample: stored)) }
      } catch {
        guard name.hasPrefix(StoredCounterexample.hyphenatedWords(of: module, upTo: 40) + "-") else { continue }
        problems.append("\(path(of: name)) cannot be read: \(error); fix it or delete it")
      }
    }
    return (files, problems)
  }

  /// The problems of the files that none of these checks replays, or that cannot be read. Unreadable files that
  /// ``files(ofCheck:module:in:)`` reports are left out.
  ///
  /// The file of a target without any of these checks may be replayed by a test. Such a file is no problem while the target may
  /// declare a specification of the file's module.
  package func problems(besidesThoseOf checks: [ListedCheck], inPackageAt package: String) -> [String] {
    let prefixes = Set(checks.map { StoredCounterexample.hyphenatedWords(of: $0.module, upTo: 40) + "-" })
    let targets = Set(checks.compactMap(\.target))
    let packageTargets = PackageTargets(package: package)
    var problems: [String] = []
    for name in Platform.names(in: folder).sorted() where name.hasSuffix(".json") {
      do {
        let stored = try StoredCounterexample(parsing: try Platform.read("\(folder)/\(name)"))
        if checks.contains(where: { stored.isOf(checkTitled: $0.title, in: $0.target) }) { continue }
        // In a file of an earlier version, only the place of the property tells the target.
        if let target = stored.target ?? StoredCounterexample.target(ofPlace: stored.place), !targets.contains(target),
          packageTargets.mayDeclareSpecification(of: stored.module, in: target)
        {
          continue
        }
        let owner = checks.contains { $0.title == stored.check } ? stored.target : nil
        problems.append(
          "\(path(of: name)) is replayed by no suite: no check\(owner.map { " of \($0)" } ?? "") is called "
            + "'\(stored.check)'; mend its \(owner == nil ? "name" : "target"), or delete it if no test replays it either"
        )
      } catch  where !prefixes.contains(where: name.hasPrefix) {
        problems.append("\(path(of: name)) cannot be read: \(error); fix it or delete it")
      } catch {
        // The file's name begins with the module of a check, so `files(ofCheck:module:in:)` reports it.
      }
    }
    return problems
  }

  /// Problems of a moved specification: a file has the check's title but another target, which declares no specification of the
  /// module any more.
  package func problems(
    ofCheckMovedTo target: String, titled title: String, inPackageAt package: String
  ) -> [String] {
    let packageTargets = PackageTargets(package: package)
    return Platform.names(in: folder).filter { $0.hasSuffix(".json") }.compactMap { name in
      guard let text = try? Platform.read("\(folder)/\(name)"), let stored = try? StoredCounterexample(parsing: text),
        stored.check == title, let other = stored.target, other != target,
        !packageTargets.mayDeclareSpecification(of: stored.module, in: other)
      else { return nil }
      return
        "\(path(of: name)) is not replayed: no check of \(other) is called '\(title)'. If its specification was moved, "
        + "put \"target\": \"\(target)\" into the file; otherwise delete it"
    }
  }

  /// Writes a counterexample into a file, unless the file has this content already. Returns the path as reports show it.
  ///
  /// - Parameter name: The file that the counterexample was read from; `nil` for a new counterexample.
  /// - Throws: ``FileError`` also where the counterexample is too long to be read again.
  package func save(_ counterexample: StoredCounterexample, as name: String? = nil) throws(FileError) -> String {
    let text = counterexample.text
    guard counterexample.script.steps.count <= Script.maxStepCount, text.utf8.count <= Platform.longestText else {
      throw FileError(description: "it is too long to be read again")
    }
    let name = name ?? newName(of: counterexample)
    if (try? Platform.read("\(folder)/\(name)")) != text {
      try Platform.makeFolder(folder)
      try Platform.replace("\(folder)/\(name)", with: text)
    }
    return path(of: name)
  }

  /// The first possible name that no file has, or whose file has the same steps; otherwise the usual name.
  private func newName(of counterexample: StoredCounterexample) -> String {
    counterexample.fileNames.first { name in
      guard Platform.exists("\(folder)/\(name)") else { return true }
      let stored = try? StoredCounterexample(parsing: Platform.read("\(folder)/\(name)"))
      return stored?.isOfSameSteps(as: counterexample) ?? false
    } ?? counterexample.fileName
  }

  /// The path of a file as reports show it: relative to the root of the package if the folder has its usual name.
  package func path(of name: String) -> String {
    let isDefault = folder == Self.defaultFolderName || folder.hasSuffix("/" + Self.defaultFolderName)
    return "\(isDefault ? Self.defaultFolderName : folder)/\(name)"
  }
}

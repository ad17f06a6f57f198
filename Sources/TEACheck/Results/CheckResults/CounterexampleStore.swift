package import TEASupport

/// The folder in which counterexamples are kept, to be replayed first on the next run.
package struct CounterexampleStore {
  /// The usual name of the folder, in the root of a package.
  package static let usualName = ".tea-check"

  package let folder: String

  package init(folder: String) {
    self.folder = folder
  }

  /// A file of the folder.
  package struct File {
    package var name: String
    package var counterexample: StoredCounterexample
  }

  /// The counterexamples of a check, sorted by file name, and the problems of unreadable files whose names begin with the
  /// check's module.
  package func files(ofCheck title: String, module: String) -> (files: [File], problems: [String]) {
    var files: [File] = []
    var problems: [String] = []
    for name in Platform.names(in: folder) where name.hasSuffix(".json") {
      do {
        let stored = try StoredCounterexample(parsing: try Platform.read("\(folder)/\(name)"))
        if stored.check == title { files.append(File(name: name, counterexample: stored)) }
      } catch {
        guard name.hasPrefix(StoredCounterexample.hyphenatedWords(of: module, upTo: 40) + "-") else { continue }
        problems.append("\(path(of: name)) cannot be read: \(error); fix it or delete it")
      }
    }
    return (files, problems)
  }

  /// The problems of the files that none of these checks replays. Otherwise nobody would learn that a file is no longer
  /// replayed, because its check was renamed or removed.
  package func problems(besidesThoseOf checks: [CheckResult]) -> [String] {
    let titles = Set(checks.map(\.title))
    let prefixes = Set(checks.map { StoredCounterexample.hyphenatedWords(of: $0.module, upTo: 40) + "-" })
    var problems: [String] = []
    for name in Platform.names(in: folder).sorted() where name.hasSuffix(".json") {
      do {
        let stored = try StoredCounterexample(parsing: try Platform.read("\(folder)/\(name)"))
        if !titles.contains(stored.check) {
          problems.append(
            "\(path(of: name)) is not replayed: no check is called '\(stored.check)'; mend its name or delete it")
        }
      } catch  where !prefixes.contains(where: name.hasPrefix) {
        problems.append("\(path(of: name)) cannot be read: \(error); fix it or delete it")
      } catch {
        // The checks of the module that the file's name begins with report it.
      }
    }
    return problems
  }

  /// Writes a counterexample into a file, unless the file has this content already.
  ///
  /// - Parameter name: The name of the file that the counterexample was read from; `nil` for a new counterexample.
  /// - Returns: The path of the file.
  /// - Throws: ``FileError`` when the folder cannot be written to.
  package func save(_ counterexample: StoredCounterexample, as name: String? = nil) throws(FileError) -> String {
    let name = name ?? counterexample.fileName
    if (try? Platform.read("\(folder)/\(name)")) != counterexample.text {
      try Platform.makeFolder(folder)
      try Platform.replace("\(folder)/\(name)", with: counterexample.text)
    }
    return path(of: name)
  }

  /// The path of a file for people: relative to the root of the package if the folder has its usual name.
  package func path(of name: String) -> String {
    let isUsual = folder == Self.usualName || folder.hasSuffix("/" + Self.usualName)
    return "\(isUsual ? Self.usualName : folder)/\(name)"
  }
}

internal import TEASupport
import TEAResults

/// Finds the suites that check the modules of a package.
extension InitSession.Plan {
  /// A file whose target may export checks to a suite: the file imports TEACheck, and the suite depends on the target.
  struct ExportingFile {
    let suite: String
    let target: String
    /// The text of the file without lines that are comments.
    fileprivate let code: String

    init(suite: String, target: String, text: String) {
      (self.suite, self.target) = (suite, target)
      code = text.split { $0.isNewline }.filter { !SuiteText.isComment($0) }.joined(separator: "\n")
    }

    func specifies(_ name: String) -> Bool {
      ["Specification(of: ", "check("].contains { code.contains("\($0)\(name).self") }
    }

    fileprivate func useCount(of list: String) -> Int { SuiteText.useCount(of: list, in: code) }
  }

  static func exportingFiles(to suites: [JSON], among targets: [JSON], _ package: UserPackage) -> [ExportingFile] {
    suites.flatMap { suite -> [ExportingFile] in
      let siblings = suite["target_dependencies"]?.array?.compactMap(\.string) ?? []
      return targets.filter { siblings.contains($0["name"]?.string ?? "") }.flatMap(package.sources)
        .filter { SourceScan($0.text).imports.contains("TEACheck") }
        .map { ExportingFile(suite: suite["name"]?.string ?? "", target: $0.target, text: $0.text) }
    }
  }

  /// The suite that gets the checks of a module from the module's own target; `nil` where that target declares no such check,
  /// and where the suite leaves out the list that exports it.
  static func suite(specifying module: FoundModule, _ files: [ExportingFile], _ texts: [SuiteText]) -> String? {
    let ownFiles = files.filter { $0.target == module.target }
    return ownFiles.first { file in
      guard file.specifies(module.name) else { return false }
      guard let list = module.exportedList else { return true }
      // The first use is the declaration. Another may put the list into a longer one, which the suite is taken to use.
      let useCount = ownFiles.filter { $0.suite == file.suite }.reduce(0) { $0 + $1.useCount(of: list) }
      return useCount > 1 || texts.contains { $0.suite == file.suite && $0.uses(list) }
    }?.suite
  }

  /// A text that names the suite of each module, or else its obstacle. For a module with an obstacle, a comment of a suite does
  /// not count, because ``FirstChecks`` writes its check as a comment.
  static func reportIfNothingToAdd(
    _ modules: [FoundModule], _ texts: [SuiteText], _ files: [ExportingFile]
  ) -> String {
    var checkedModules: [(suite: String, names: [String])] = []
    var obstacles: [String] = []
    for module in modules {
      let suiteByCode = texts.first { $0.mentionsInCode(module, among: modules) }?.suite
      let suiteByMention = texts.first { $0.mentions(module, among: modules) }?.suite
      let suite =
        suiteByCode ?? suite(specifying: module, files, texts)
        ?? (module.obstacle == nil ? suiteByMention : nil)
      if let suite {
        if let index = checkedModules.firstIndex(where: { $0.suite == suite }) {
          checkedModules[index].names.append(module.name)
        } else {
          checkedModules.append((suite, [module.name]))
        }
      } else if let obstacle = module.obstacle {
        obstacles.append("\(module.name) (\(module.place)) is not checked yet: \(obstacle)\n")
      }
    }
    let sentences = checkedModules.map { "\($0.suite) speaks of \($0.names.joined(separator: ", "))" }
      .joined(separator: "; ")
    let beginning = obstacles.isEmpty ? "It is all there" : "There is nothing to add"
    return "\(beginning)\(sentences.isEmpty ? "" : ": ")\(sentences).\n" + obstacles.joined()
  }
}

internal import TEASupport
import TEAResults

/// Where the modules of a package are checked.
extension InitSession.Plan {
  /// A file that a suite takes its checks from: it is of a target on which the suite depends, and imports TEACheck.
  struct Export {
    let suite: String
    let target: String
    /// The lines that are no comments.
    fileprivate let code: String

    init(suite: String, target: String, text: String) {
      (self.suite, self.target) = (suite, target)
      code = text.split { $0.isNewline }.filter { !SuiteText.isComment($0) }.joined(separator: "\n")
    }
  }

  static func exports(to suites: [JSON], among targets: [JSON], _ package: UserPackage) -> [Export] {
    suites.flatMap { suite -> [Export] in
      let siblings = suite["target_dependencies"]?.array?.compactMap(\.string) ?? []
      return targets.filter { siblings.contains($0["name"]?.string ?? "") }.flatMap(package.sources)
        .filter { SourceScan($0.text).imports.contains("TEACheck") }
        .map { Export(suite: suite["name"]?.string ?? "", target: $0.target, text: $0.text) }
    }
  }

  /// The suite that gets the checks of a module from the module's own target.
  static func suite(specifying module: FoundModule, _ exports: [Export]) -> String? {
    exports.first { export in
      export.target == module.target
        && ["Specification(of: ", "check("].contains { export.code.contains("\($0)\(module.name).self") }
    }?.suite
  }

  /// The suite of each module, and the obstacle of each that is named in comments alone.
  static func textOfNothingToAdd(
    _ modules: [FoundModule], _ texts: [SuiteText], _ exports: [Export]
  ) -> String {
    var names: [(suite: String, names: [String])] = []
    var obstacles: [String] = []
    for module in modules {
      let inCode = texts.first { $0.mentionsInCode(module.name) }?.suite
      let inComment = texts.first { $0.mentions(module.name) }?.suite
      let suite = inCode ?? suite(specifying: module, exports) ?? (module.obstacle == nil ? inComment : nil)
      if let suite {
        if let index = names.firstIndex(where: { $0.suite == suite }) {
          names[index].names.append(module.name)
        } else {
          names.append((suite, [module.name]))
        }
      } else if let obstacle = module.obstacle {
        obstacles.append("\(module.name) (\(module.place)) is not checked yet: \(obstacle)\n")
      }
    }
    let sentences = names.map { "\($0.suite) speaks of \($0.names.joined(separator: ", "))" }.joined(separator: "; ")
    let beginning = obstacles.isEmpty ? "It is all there" : "There is nothing to add"
    return "\(beginning)\(sentences.isEmpty ? "" : ": ")\(sentences).\n" + obstacles.joined()
  }
}

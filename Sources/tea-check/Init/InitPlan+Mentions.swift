internal import TEASupport
import TEAResults

/// Finds the suites that check the modules of a package.
extension InitSession.Plan {
  /// A file that may declare checks for a suite: it imports TEACheck, and belongs to a target on which the suite depends.
  struct Export {
    var suite: String
    var target: String
    var text: String
  }

  static func exports(to suites: [JSON], among targets: [JSON], _ package: UserPackage) -> [Export] {
    suites.flatMap { suite -> [Export] in
      let siblings = suite["target_dependencies"]?.array?.compactMap(\.string) ?? []
      return targets.filter { siblings.contains($0["name"]?.string ?? "") }.flatMap(package.sources)
        .filter { SourceScan($0.text).imports.contains("TEACheck") }
        .map { Export(suite: suite["name"]?.string ?? "", target: $0.target, text: $0.text) }
    }
  }

  /// The suite that gets the checks of a module from the module's own target; `nil` where that target declares no such check.
  static func suite(specifying module: FoundModule, _ exports: [Export]) -> String? {
    exports.first { export in
      let code = code(of: export.text)
      return export.target == module.target
        && ["Specification(of: ", "check("].contains { code.contains("\($0)\(module.name).self") }
    }?.suite
  }

  /// The lines of a source that are no comments.
  static func code(of text: String) -> String {
    text.split { $0.isNewline }.filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }.joined(separator: "\n")
  }

  /// A text that names the suite of each module, or the obstacle of a module that only comments name.
  static func textOfNothingToAdd(
    _ modules: [FoundModule], _ sources: [UserPackage.Source], _ exports: [Export]
  ) -> String {
    var checkedModules: [(suite: String, names: [String])] = []
    var obstacles: [String] = []
    for module in modules {
      let inCode = sources.first { mentions(module.name, in: code(of: $0.text)) }?.target
      let inComment = sources.first { mentions(module.name, in: $0.text) }?.target
      let suite = inCode ?? suite(specifying: module, exports) ?? (module.obstacle == nil ? inComment : nil)
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
    let texts = checkedModules.map { "\($0.suite) speaks of \($0.names.joined(separator: ", "))" }
    let beginning = obstacles.isEmpty ? "It is all there" : "There is nothing to add"
    return "\(([beginning] + (texts.isEmpty ? [] : [texts.joined(separator: "; ")])).joined(separator: ": ")).\n"
      + obstacles.joined()
  }
}

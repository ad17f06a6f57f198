import TEASupport

/// A type that conforms to `Module`.
struct FoundModule: Equatable {
  /// The name of the type within its target, such as `Shop.Cart`.
  var name: String
  var target: String
  /// The path of the file within the package.
  var file: String
  /// The line of the declaration that conforms to `Module`, from 1.
  var line: Int
  /// The type of the module's flags; `nil` for `Void`.
  var flags: String?
  /// The reason why a check of the module would not compile or run, with the remedy; `nil` where none was found.
  var obstacle: String?
  /// `true` if the only obstacle is that other targets cannot see the module. A suite in the module's own target can.
  var isHiddenFromOthers = false
  /// The list of checks that the module's own target exports, beside a specification of the module; `nil` where there is none,
  /// and where a suite sees the module itself.
  var exportedList: String?
  /// The name alone may mean a type of another target or of TEACheck.
  var isAmbiguous = false
  /// The name by which sources import the target, such as `shop_core` for `shop-core`; `nil` if it is unknown.
  var importName: String?

  var place: String { "\(file):\(line)" }

  /// The module as suites see it: within the module's own target, a suite sees everything that is not private.
  func seen(from suites: [String]) -> FoundModule {
    var module = self
    if isHiddenFromOthers, suites.contains(target) { module.obstacle = nil }
    return module
  }
}

struct TargetSources {
  var name: String
  var isExecutable = false
  /// The Swift files, by their paths within the package.
  var files: [(path: String, text: String)]
}

extension UserPackage {
  /// The sources of the libraries and executables in the output of `swift package describe`.
  func targetSources(in description: JSON) -> [TargetSources] {
    (description["targets"]?.array ?? []).compactMap { target in
      guard let name = target["name"]?.string, let type = target["type"]?.string,
        ["library", "executable"].contains(type)
      else { return nil }
      return TargetSources(
        name: name, isExecutable: type == "executable", files: sources(of: target).map { ($0.path, $0.text) })
    }
  }
}

enum ModuleSearch {
  private struct LocatedDeclaration {
    var target: TargetSources
    var file: String
    var scan: SourceScan
    var declaration: SourceScan.Declaration
  }

  static func modules(in targets: [TargetSources]) -> [FoundModule] {
    let declarations = targets.flatMap { target in
      target.files.flatMap { file in
        let scan = SourceScan(file.text)
        return scan.declarations.map {
          LocatedDeclaration(target: target, file: file.path, scan: scan, declaration: $0)
        }
      }
    }
    let protocols = refinements(declarations)
    var modules: [FoundModule] = []
    for candidate in declarations where candidate.declaration.keyword != "protocol" {
      let inherited = candidate.declaration.inherited
      guard inherited.contains(where: { isModule($0, inheritedBy: candidate, protocols, declarations) })
      else { continue }
      let module = module(candidate, declarations)
      guard !modules.contains(where: { ($0.name, $0.target) == (module.name, module.target) }) else { continue }
      modules.append(module)
    }
    return modules
  }

  /// The names of the protocols that refine `Module`, directly or through other protocols.
  private static func refinements(_ declarations: [LocatedDeclaration]) -> Set<String> {
    var names: Set<String> = []
    while true {
      let refiningProtocols = declarations.filter { candidate in
        candidate.declaration.keyword == "protocol"
          && candidate.declaration.inherited.contains { isModule($0, inheritedBy: candidate, names, declarations) }
      }.compactMap(\.declaration.path.last)
      guard !names.isSuperset(of: refiningProtocols) else { return names }
      names.formUnion(refiningProtocols)
    }
  }

  /// Returns whether a name after the colon of a declaration means `Module`, or a protocol that refines it.
  private static func isModule(
    _ path: [String], inheritedBy candidate: LocatedDeclaration, _ protocols: Set<String>,
    _ declarations: [LocatedDeclaration]
  ) -> Bool {
    if path == ["TEARuntime", "Module"] || path == ["Elm", "Module"] || path == ["TEARuntime", "Elm", "Module"] {
      return true
    }
    if path == ["Module"] {
      guard !candidate.scan.imports.isDisjoint(with: ["TEARuntime", "TEACheck"]) else { return false }
      // A type `Module` of the target hides the protocol `Module` of TEARuntime.
      return !declarations.contains { other in
        other.target.name == candidate.target.name && other.declaration.path.last == "Module"
          && !other.declaration.isExtension
          && candidate.declaration.path.starts(with: other.declaration.path.dropLast())
      }
    }
    return path.last.map(protocols.contains) ?? false
  }

  private static func module(_ candidate: LocatedDeclaration, _ declarations: [LocatedDeclaration]) -> FoundModule {
    let path = candidate.declaration.path
    let declarationsOfTarget = declarations.filter { $0.target.name == candidate.target.name }
    let declarationsOfType = declarationsOfTarget.filter { $0.declaration.path == path }
    let flags = declarationsOfType.compactMap(\.declaration.flags).first { $0 != "Void" && $0 != "()" }
    var module = FoundModule(
      name: path.joined(separator: "."), target: candidate.target.name, file: candidate.file,
      line: candidate.declaration.line, flags: flags)
    // The types around the module, the outermost first, and the module itself; `nil` for a type of another target.
    let optionalDeclarations = (1...path.count).map { length in
      declarationsOfTarget.first { !$0.declaration.isExtension && $0.declaration.path == Array(path.prefix(length)) }
    }
    guard optionalDeclarations.allSatisfy({ $0 != nil }) else {
      module.obstacle = "it is declared elsewhere: write its check where both are imported"
      return module
    }
    let enclosingDeclarations = optionalDeclarations.compactMap(\.?.declaration)
    let access = enclosingDeclarations.map { $0.access ?? .internal }.min() ?? .internal
    if enclosingDeclarations.contains(where: \.isGeneric) || candidate.declaration.isGeneric {
      module.obstacle = "it is generic: say of what, as in \(module.name)<Int>.self"
    } else if enclosingDeclarations.contains(where: \.isConditional) || candidate.declaration.isConditional {
      module.obstacle = "it stands between #if and #endif: repeat them around its check"
    } else if access < .internal {
      module.obstacle =
        "it is private: write 'package' before it, its types and its functions, so that the suite sees them"
    } else if candidate.target.isExecutable {
      module.isHiddenFromOthers = true
      module.obstacle =
        "\(candidate.target.name) is an executable, which no other target can import: move the module to a library target"
    } else if access < .package, let list = exportedList(specifying: module.name, in: candidate.target) {
      module.exportedList = list
      return module
    } else if access < .package {
      module.isHiddenFromOthers = true
      module.obstacle =
        "it is internal: write 'package' before it, its types and its functions, so that the suite sees them"
    }
    if module.obstacle == nil || module.isHiddenFromOthers, let flags, hasNoGenerator(flags, declarationsOfTarget) {
      // The module may be hidden as well, but that is then not the only obstacle.
      module.isHiddenFromOthers = false
      module.obstacle = module.obstacle ?? "nothing can make its flags, '\(flags)': say which there are"
    }
    func mayMeanType(_ name: String, besidesThoseOf target: String? = nil) -> Bool {
      FirstChecks.namesOfTEACheck.contains(name)
        || declarations.contains { $0.declaration.path == [name] && $0.target.name != target && isVisible($0) }
    }
    module.isAmbiguous = mayMeanType(path[0], besidesThoseOf: module.target)
    if module.obstacle == nil, module.isAmbiguous, mayMeanType(module.target) {
      module.obstacle =
        "neither its name nor that of its target means it alone: give it another name there, as in "
        + "'package typealias \(module.target)\(path[path.count - 1]) = \(module.name)', and check that"
    }
    return module
  }

  /// The name of a global list of checks in a file with a specification of the module.
  private static func exportedList(specifying name: String, in target: TargetSources) -> String? {
    for file in target.files
    where file.text.contains("[Check]")
      && InitSession.Plan.ExportingFile(suite: "", target: target.name, text: file.text).specifies(name)
    {
      let tokens = SwiftLexer.tokens(of: file.text)
      var depth = 0
      for start in tokens.indices.dropLast(6) {
        if "{" ~= tokens[start] { depth += 1 }
        if "}" ~= tokens[start] { depth -= 1 }
        guard depth == 0, ["package", "public"].contains(where: { $0 ~= tokens[start] }),
          ["let", "var"].contains(where: { $0 ~= tokens[start + 1] }),
          zip([":", "[", "Check", "]"], tokens[(start + 3)...]).allSatisfy({ $0 ~= $1 })
        else { continue }
        return tokens[start + 2].text
      }
    }
    return nil
  }

  /// Returns whether a suite may see a type: an executable may be the suite itself.
  private static func isVisible(_ located: LocatedDeclaration) -> Bool {
    !located.declaration.isExtension
      && (located.target.isExecutable || located.declaration.access ?? .internal >= .package)
  }

  /// Returns whether a type clearly has functions, objects or existentials as its values, for which no generator is derived.
  private static func hasNoGenerator(_ type: String, _ declarations: [LocatedDeclaration]) -> Bool {
    if type.contains("->") || type.hasPrefix("any ") || type == "Any" { return true }
    let keywords = declarations.filter { $0.declaration.path.last == type }.map(\.declaration.keyword)
    return keywords.contains("class") || keywords.contains("actor") || keywords.contains("protocol")
  }
}

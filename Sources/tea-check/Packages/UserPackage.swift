internal import TEAResults
import TEASupport
import Foundation

/// The package whose suites are run.
struct UserPackage {
  /// The path of the package's folder, as it was given.
  let path: String

  init(path: String) throws {
    self.path = path
    guard FileManager.default.fileExists(atPath: "\(path)/Package.swift") else {
      let folder = path == "." ? "this folder, nor around it" : "'\(path)'"
      throw UsageError("There is no Package.swift in \(folder); name a package with --package-path")
    }
  }

  /// The progress while `swift package` reads the manifest, which takes seconds.
  static let readingStage = "reading the package"

  /// The names of the suites' executables.
  func suiteNames(console: Console) throws -> [String] {
    console.show(Self.readingStage)
    let description = try ask("describe", "--type", "json")
    let targets = Self.suiteTargets(in: description, mentionsSuite: mentionsSuite)
    let names = Self.executableNames(of: targets, in: description)
    guard !names.isEmpty else { throw UsageError(Self.suiteInstructions) }
    return names
  }

  /// The output of a subcommand of `swift package`, read as JSON.
  func ask(_ arguments: String...) throws -> JSON {
    let answer = try Subprocess.run("swift", ["package", "--package-path", path] + arguments)
    guard answer.succeeded else {
      throw BuildError(problem: "The package manifest cannot be read", output: answer.errors)
    }
    guard let start = answer.output.firstIndex(of: "{"), let json = try? JSON(parsing: answer.output[start...]) else {
      throw BuildError(problem: "'swift package \(arguments[0])' printed no JSON", output: answer.output)
    }
    return json
  }

  struct Source {
    var target: String
    /// The path within the package.
    var path: String
    var text: String
  }

  /// The Swift files of a target, except for those that cannot be read.
  func sources(of target: JSON) -> [Source] {
    let files = (target["sources"]?.array ?? []).compactMap(\.string).filter { $0.hasSuffix(".swift") }.sorted()
    guard let name = target["name"]?.string, let folder = target["path"]?.string else { return [] }
    return files.compactMap { file in
      let text = try? String(contentsOfFile: "\(path)/\(folder)/\(file)", encoding: .utf8)
      return text.map { Source(target: name, path: "\(folder)/\(file)", text: $0) }
    }
  }

  func mentionsSuite(_ target: JSON) -> Bool { sources(of: target).contains { SwiftLexer.mentionsCheckSuite($0.text) } }

  /// The names of the targets' executables. An executable is named after the product that the manifest declares for its target,
  /// or else after the target.
  static func executableNames(of targets: [JSON], in description: JSON) -> [String] {
    let executables = (description["products"]?.array ?? []).filter { $0["type"]?["executable"] != nil }
    return targets.compactMap { $0["name"]?.string }.map { name in
      let product = executables.first { $0["targets"]?.array?.contains(.string(name)) ?? false }
      return product?["name"]?.string ?? name
    }.sorted()
  }

  /// The targets that are suites: executables that depend on TEACheck, directly or indirectly, and mention `CheckSuite`. This
  /// command is no suite.
  ///
  /// - Parameter mentionsSuite: Returns `true` for a target whose sources mention `CheckSuite`. An app whose libraries depend
  ///   on TEACheck does not mention `CheckSuite`, and must not be started.
  static func suiteTargets(in description: JSON, mentionsSuite: (JSON) -> Bool) -> [JSON] {
    let targets = description["targets"]?.array ?? []
    return targets.filter { target in
      target["type"]?.string == "executable" && target["name"]?.string != "tea-check"
        && depends(target, on: ["TEACheck"], in: targets) && mentionsSuite(target)
    }
  }

  /// Returns whether a target depends on one of the named products or targets, directly or indirectly.
  static func depends(_ target: JSON, on names: Set<String>, in targets: [JSON]) -> Bool {
    var visited: Set<String> = []
    func strings(_ target: JSON, _ name: String) -> [String] { target[name]?.array?.compactMap(\.string) ?? [] }
    func depends(_ target: JSON) -> Bool {
      let siblings = strings(target, "target_dependencies")
      if !names.isDisjoint(with: siblings + strings(target, "product_dependencies")) { return true }
      return targets.contains { other in
        guard let name = other["name"]?.string, siblings.contains(name), visited.insert(name).inserted else {
          return false
        }
        return depends(other)
      }
    }
    return depends(target)
  }

  /// The suites, built again only if something has changed since the last build.
  ///
  /// - Parameter names: The names of all suites; `nil` where the package was not asked yet.
  func builtSuites(_ names: [String]? = nil, console: Console) throws -> BuiltSuites {
    if let suites = BuildStamp(of: self).suites {
      console.detail("nothing has changed since the suites were built: they are not built again")
      return (suites, [])
    }
    return try build(console: console, { try names ?? suiteNames(console: console) })
  }

  /// Builds the suites, and records the stamp of their inputs if all of them were built.
  func build(
    console: Console, onBuilt: (Suite) -> Void = { _ in }, _ names: () throws -> [String]
  ) throws -> BuiltSuites {
    let stamp = BuildStamp(of: self)
    // Before dependencies are resolved, the folders of dependencies by path are unknown, and there is no hash of the inputs.
    if !stamp.isResolved {
      console.show("resolving dependencies")
      _ = try Subprocess.run("swift", ["package", "--package-path", path, "resolve"])
    }
    let inputsHash = stamp.inputsHash()
    let build = SuiteBuild(package: self, console: console, scratch: ScratchFolder(of: self))
    let built = try build.run(names(), onBuilt: onBuilt)
    if built.failures.isEmpty { stamp.record(built.suites, builtFrom: inputsHash) }
    return built
  }

  /// The build folder of suites that count executed lines; a separate folder, so that the usual build stays unchanged.
  var coverageFolder: String { "\(path)/.build/tea-check-coverage" }

  /// Builds the suites with these names, and records no stamp.
  func build(
    _ names: [String], withCoverage: Bool = false, console: Console
  ) throws -> BuiltSuites {
    guard withCoverage else {
      return try SuiteBuild(package: self, console: console, scratch: ScratchFolder(of: self)).run(names)
    }
    let buildOptions = ["-Xswiftc", "-profile-generate", "-Xswiftc", "-profile-coverage-mapping"]
    let build = SuiteBuild(
      package: self, console: console, scratch: ScratchFolder(at: coverageFolder), buildOptions: buildOptions)
    var built = try build.run(names)
    for index in built.suites.indices {
      // The file of coverage data for a run that only lists the checks. `LineCoverage` sets another for the run of a check.
      built.suites[index].environment = ["LLVM_PROFILE_FILE": CoverageTools.profile(.listing, in: self)]
    }
    return built
  }

  static let suiteInstructions = """
    This package has no check suite: an executable target that depends on TEACheck.
    'tea-check init' adds one; or add to Package.swift, with App for the library target of your modules,
        .executableTarget(name: "Checks", dependencies: ["App", .product(name: "TEACheck", package: "TEACheck")]),
    and to Sources/Checks/Checks.swift
        import App
        import TEACheck
        @main struct Checks: CheckSuite {
          static var checks: [Check] {
            Specification(of: MyModule.self) { Always("…") { model in true } }.check()
          }
        }
    """
}

import TEARuntime
internal import TEASupport
import TEAResults
internal import TEAText

extension InitSession {
  struct Plan {
    var manifestEdit = ManifestEdit()
    var files: [File] = []
    /// The suite to add or to extend, by the name of its target.
    var suite: String
    /// The modules that no suite mentions (see ``SuiteText/mentions(_:among:)``) or gets a check of from their own targets.
    var unmentionedModules: [FoundModule]
    var reportIfNothingToAdd = ""
    /// The reason why `tea-check init` changes nothing; `nil` where the changes can be made.
    var refusal: String?

    struct File {
      /// The path within the package.
      var path: String
      var text: String
      /// The contents in a few words, for the report.
      var summary: String
    }

    var isEmpty: Bool { manifestEdit.isEmpty && files.isEmpty && refusal == nil }
  }
}

extension InitSession.Plan {
  /// - Parameters:
  ///   - description: The output of `swift package describe`.
  ///   - manifest: The output of `swift package dump-package`.
  /// - Throws: ``UsageError`` if the package has no suite yet, and a suite could check none of its modules.
  init(_ package: UserPackage, _ description: JSON, found: [FoundModule], suites: [JSON], manifest: JSON) throws {
    let defaultName = Self.identifier(description["name"]?.string ?? "") + "Checks"
    let existingSuite = suites.first { $0["name"]?.string == defaultName } ?? suites.first
    let suite = existingSuite?["name"]?.string ?? defaultName
    self.suite = suite
    let sources = suites.flatMap(package.sources)
    let targets = description["targets"]?.array ?? []
    let exportingFiles = Self.exportingFiles(to: suites, among: targets, package)
    let modules = found.map { module in
      var module = module.seen(from: [suite])
      module.importName = targets.first { $0["name"]?.string == module.target }?["c99name"]?.string
      return module
    }
    let texts = sources.map { SuiteText($0.text, of: $0.target) }
    reportIfNothingToAdd = Self.reportIfNothingToAdd(modules, texts, exportingFiles)
    unmentionedModules = modules.filter { module in
      !texts.contains { $0.mentions(module, among: modules) }
        && Self.suite(specifying: module, exportingFiles, texts) == nil
    }
    guard !unmentionedModules.isEmpty else { return }
    let checkableModules = unmentionedModules.filter { $0.obstacle == nil }
    if existingSuite == nil, checkableModules.isEmpty {
      let lines = unmentionedModules.map { "\n    \($0.name) (\($0.place)): \($0.obstacle ?? "")" }
      throw UsageError("No module of this package can be checked from a suite yet\(lines.joined())")
    }

    if let existingName = Self.nameOfTEACheck(in: manifest, at: package.path) {
      manifestEdit.packageName = existingName
    } else {
      manifestEdit.newDependencyAddress = InitSession.address
    }
    let moduleTargets = Set(checkableModules.map(\.target)).subtracting([suite]).sorted()
    for target in targets where moduleTargets.contains(target["name"]?.string ?? "") {
      guard let moduleTarget = target["name"]?.string,
        !UserPackage.depends(target, on: ["TEARuntime", "TEACheck"], in: targets)
      else { continue }
      manifestEdit.productDependencies.append((moduleTarget, "TEARuntime"))
    }
    if let existingSuite {
      let siblings = existingSuite["target_dependencies"]?.array?.compactMap(\.string) ?? []
      manifestEdit.siblingDependencies = moduleTargets.filter { !siblings.contains($0) }.map { (suite, $0) }
      addToList(of: sources.filter { $0.target == suite })
      if !manifestEdit.isEmpty { refusal = Self.reasonToRefuseVersionedManifest(package) ?? refusal }
    } else {
      addSuite(for: moduleTargets)
      let platforms = manifest["platforms"]?.array ?? []
      manifestEdit.addsPlatform = platforms.isEmpty
      let macOS = platforms.first { $0["platformName"]?.string == "macos" }?["version"]?.string?.prefix { $0 != "." }
      manifestEdit.lacksPlatform = !platforms.isEmpty && macOS.flatMap { Int($0) } ?? 0 < 15
      refusal = reasonToRefuse(package, targets)
    }
  }

  private mutating func addSuite(for moduleTargets: [String]) {
    let tests = suite + "Tests"
    manifestEdit.targets = [
      .init(name: suite, isTest: false, siblingDependencies: moduleTargets),
      .init(name: tests, isTest: true, siblingDependencies: [suite]),
    ]
    manifestEdit.productDependencies += [(suite, "TEACheck"), (tests, "TEACheck")]
    files = [
      File(
        path: "Sources/\(suite)/\(suite).swift", text: FirstChecks.suite(suite, of: unmentionedModules),
        summary: summaryOfChecks),
      File(path: "Tests/\(tests)/\(tests).swift", text: FirstChecks.tests(of: suite), summary: "the same as tests"),
    ]
  }

  private mutating func addToList(of sources: [UserPackage.Source]) {
    for source in sources {
      guard let text = FirstChecks.adding(unmentionedModules, to: source.text, of: suite) else { continue }
      files = [File(path: source.path, text: text, summary: summaryOfChecks)]
      return
    }
    refusal = "\(suite) has no plain list 'static var checks: [Check] { … }' to add to"
    files = [
      File(
        path: "the list of \(suite)", text: FirstChecks.checks(of: unmentionedModules) + "\n", summary: summaryOfChecks)
    ]
  }

  private var summaryOfChecks: String {
    func names(_ isIncluded: (FoundModule) -> Bool) -> [String] { unmentionedModules.filter(isIncluded).map(\.name) }
    let parts = [
      ("a first check of ", names { $0.obstacle == nil && $0.exportedList == nil }),
      ("the checks in ", Set(unmentionedModules.compactMap(\.exportedList)).sorted()),
      ("as comments, with the reason, those of ", names { $0.obstacle != nil }),
    ]
    return parts.filter { !$1.isEmpty }.map { $0 + $1.joined(separator: ", ") }.joined(separator: ", and ")
  }

  private func reasonToRefuse(_ package: UserPackage, _ targets: [JSON]) -> String? {
    for folder in ["Sources", "Tests"] {
      let path = "\(package.path)/\(folder)"
      if Platform.exists(path), Platform.stamp(ofFile: path, followingLinks: true)?.kind != .folder {
        return "'\(folder)' is a file, and no folder"
      }
    }
    if let reason = Self.reasonToRefuseVersionedManifest(package) { return reason }
    for target in targets {
      guard let name = target["name"]?.string, let path = target["path"]?.string else { continue }
      if path == "Sources" { return "the sources of \(name) stand in Sources itself: move them to Sources/\(name)" }
      if manifestEdit.targets.contains(where: { $0.name == name }) {
        return "it has a target \(name) already, of another kind"
      }
    }
    for file in files {
      let folder = file.path.split(separator: "/").prefix(2).joined(separator: "/")
      if Platform.exists("\(package.path)/\(folder)") { return "there is something in '\(folder)' already" }
    }
    return nil
  }

  /// The reason to refuse a package with a manifest for some version of Swift, such as `Package@swift-6.0.swift`; `nil` for
  /// other packages.
  private static func reasonToRefuseVersionedManifest(_ package: UserPackage) -> String? {
    Platform.names(in: package.path).sorted().first { $0.hasPrefix("Package@swift-") && $0.hasSuffix(".swift") }.map {
      "'\(escaped($0))' stands beside Package.swift, and Swift may read it in place of that"
    }
  }

  /// The name of a package as a Swift identifier, such as `MyShop` for `my-shop`.
  static func identifier(_ text: String) -> String {
    let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return joined.first?.isNumber ?? false ? "_" + joined : joined
  }

  /// The name by which the package depends on TEACheck's package; `nil` without such a dependency.
  static func nameOfTEACheck(in manifest: JSON, at path: String) -> String? {
    for dependency in manifest["dependencies"]?.array ?? [] {
      guard let details = dependency.members.first?.value.array?.first, let identity = details["identity"]?.string
      else { continue }
      let folder = details["path"]?.string ?? "\(path)/.build/checkouts/\(identity)"
      guard identity == "teacheck" || Platform.exists("\(folder)/Sources/TEARuntime/Module.swift") else { continue }
      let remote = details["location"]?["remote"]?.array?.first?["urlString"]?.string
      let lastPart =
        (details["path"]?.string ?? remote ?? identity).split(separator: "/").last.map(String.init) ?? identity
      return details["nameForTargetDependencyResolutionOnly"]?.string
        ?? (lastPart.hasSuffix(".git") ? String(lastPart.dropLast(4)) : lastPart)
    }
    return nil
  }
}

extension InitSession.Plan {
  var report: String {
    var lines: [String] = []
    if !manifestEdit.isEmpty {
      var parts: [String] = []
      if manifestEdit.newDependencyAddress != nil { parts.append("depends on TEACheck") }
      if manifestEdit.addsPlatform { parts.append("macOS 15, as TEACheck needs it") }
      let newTargets = manifestEdit.targets.map(\.name)
      parts += manifestEdit.productDependencies.filter { !newTargets.contains($0.target) }.map {
        "\($0.target) depends on \($0.product)"
      }
      parts += manifestEdit.siblingDependencies.map { "\($0.target) depends on \($0.sibling)" }
      if !newTargets.isEmpty { parts.append("targets \(newTargets.joined(separator: ", "))") }
      lines.append("Package.swift: \(parts.joined(separator: "; "))")
    }
    if manifestEdit.lacksPlatform {
      lines.append("Package.swift, by hand for a Mac: .macOS(\"15.0\") in platforms, as TEACheck needs it")
    }
    lines += files.map { "\($0.path): \($0.summary)" }
    lines += unmentionedModules.compactMap { module in
      module.obstacle.map { "\(module.name) (\(module.place)) is not checked yet: \($0)" }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  func instructions(because reason: String) -> String {
    var lines = ["Error: Nothing was changed: \(reason). By hand:"]
    if !manifestEdit.isEmpty { lines += ["Package.swift"] + manifestEdit.lines }
    for file in files {
      lines.append(file.path)
      var linesOfFile = file.text.split(separator: "\n", omittingEmptySubsequences: false)
      if linesOfFile.last?.isEmpty == true { linesOfFile.removeLast() }
      lines += linesOfFile.map { $0.isEmpty ? "" : "  " + $0 }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

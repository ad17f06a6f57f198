/// The Swift source that `tea-check init` writes.
enum FirstChecks {
  /// The lines of a first check; they are commented out where the module has a ``FoundModule/obstacle``.
  static func lines(of module: FoundModule, named name: String, indentation: String = "    ") -> [String] {
    if module.exportedList != nil { return [indentation + name] }
    var lines = ["Specification(of: \(name).self) {"]
    if let flags = module.flags {
      lines.append(
        module.obstacle == nil
          ? "  // It is started with any '\(flags)'; Start(with: […]) says which." : "  Start(with: [/* \(flags) */])")
    }
    lines += [
      "  // What holds in every reachable world:  Always(\"…\") { model in … }", "  Laws(.deterministic)", "}",
      ".check()",
    ]
    if let obstacle = module.obstacle {
      let reason = reasonPrefix(of: module) + "\(obstacle)."
      lines = ([reason] + lines.filter { !$0.hasPrefix("  //") }).map { "// " + $0 }
    }
    return lines.map { indentation + $0 }
  }

  /// The beginning of the comment on a module that has an obstacle.
  static func reasonPrefix(of module: FoundModule) -> String { "\(module.name) is not checked yet: " }

  static func checks(of modules: [FoundModule]) -> String {
    // Several modules may have their checks in one list.
    var lists: Set<String> = []
    return zip(modules, names(of: modules)).filter { module, name in
      module.exportedList == nil || lists.insert("\(module.target) \(name)").inserted
    }.flatMap { lines(of: $0, named: $1) }.joined(separator: "\n")
  }

  static func suite(_ name: String, of modules: [FoundModule]) -> String {
    """
    \(imports(modules).map { "import \($0)\n" }.joined())
    /// What must hold of the modules of this package.
    @main package struct \(name): CheckSuite {
      package static var checks: [Check] {
    \(checks(of: modules))
      }
    }

    """
  }

  static func tests(of suite: String) -> String {
    """
    import \(suite)
    import TEACheck
    import Testing

    @Test(arguments: \(suite).checks) func check(_ check: Check) throws { try check.run() }

    """
  }

  private static func imports(_ modules: [FoundModule]) -> [String] {
    Set(modules.filter { $0.obstacle == nil }.map { $0.importName ?? $0.target } + ["TEACheck"]).sorted()
  }

  /// The names of the modules, or of the lists of their checks, each with its target where the name alone is ambiguous.
  private static func names(of modules: [FoundModule]) -> [String] {
    func name(_ module: FoundModule) -> String { module.exportedList ?? module.name }
    return modules.map { module in
      // In a suite, `checks` is the suite's own list.
      let isAmbiguous = module.isAmbiguous || namesOfTEACheck.union(["checks"]).contains(name(module))
      let isQualified = isAmbiguous || modules.contains { name($0) == name(module) && $0.target != module.target }
      return isQualified ? "\(module.importName ?? module.target).\(name(module))" : name(module)
    }
  }

  /// The names of the public types of TEACheck and TEARuntime. A module or a list with one of these names must be qualified.
  static let namesOfTEACheck: Set<String> = [
    "Accepts", "Agenda", "Agree", "AgreeOnCommands", "Always", "Check", "CheckBuilder", "CheckFailure", "CheckResult",
    "CheckSuite", "Child", "Children", "Choices", "Classify", "Commute", "Counterexample", "Cover", "CoverageDetails",
    "Declaration", "Delegate", "DerivationError", "Discarded", "Distinguish", "EffectOrder", "EffectPolicy", "Elm",
    "Engines", "Environment", "EnvironmentEvent", "Eventually", "ExplorationBounds", "ExplorationProgress", "Failures",
    "Fairness", "FairnessStrength", "Falsified", "Focus", "Follower", "Gen", "Generatable", "Handler",
    "Idempotent", "InterimReplies", "Inverse", "Kernel", "Law", "Laws", "LeadsTo", "Lockstep", "LostReplies", "Mailbox",
    "MessageCarrying", "Messages", "Module", "Objection", "OptionalChild", "PatternError", "PeopleBehaviour",
    "Percentage",
    "Precondition",
    "Program", "ProgramEvent", "ProgramTime", "RacyCancellation", "RecordingError", "Recovers", "RepeatedReplies",
    "Repeatedly", "ReplayError", "Replies", "RepliesChangeOnlyTheirOriginator", "RepliesReachTheirOriginator", "Reply",
    "RoundTrip", "SamplingBounds", "SamplingProgress", "SessionRecorder", "Settles", "Sometimes", "SourcePlace",
    "Specification", "SpecificationBuilder", "SpecificationPart", "StaleViews", "Start", "Step", "Subject",
    "SubscriptionChange", "Subscriptions", "Symmetric", "SystemMessages", "Target", "Test", "TestCase", "TextMessage",
    "TimerSchedule", "TooManyDiscarded", "Transition", "Verified", "Verifier", "ViewAxis", "ViewDistribution",
    "ViewField", "ViewPicture",
    "ViewTree", "World", "WorldProperty",
  ]

  /// Adds first checks at the end of a suite's list of checks, and the imports that they need.
  ///
  /// - Returns: The changed source; `nil` if the source has no list of checks, or several. Also `nil` if the body of the list
  ///   is an array in brackets, a getter, or code that itself ends in a `return`.
  static func adding(_ modules: [FoundModule], to source: String, of suite: String) -> String? {
    let tokens = SwiftLexer.tokens(of: source)
    let listHead = ["var", "checks", ":", "[", "Check", "]", "{"]
    let starts = tokens.indices.filter { start in
      start + listHead.count <= tokens.count && zip(listHead, tokens[start...]).allSatisfy { $0 ~= $1 }
    }
    guard starts.count == 1, let start = starts.first else { return nil }
    let opening = start + listHead.count - 1
    let branches = ["if", "switch"].contains { opening + 1 < tokens.count && $0 ~= tokens[opening + 1] }
    var (depth, returns) = (0, false)
    guard
      let closing = tokens[opening...].firstIndex(where: { token in
        if "{" ~= token { depth += 1 }
        if "}" ~= token { depth -= 1 }
        if "return" ~= token, depth == 1 || branches { returns = true }
        return depth == 0
      })
    else { return nil }
    let body = tokens[(opening + 1)..<closing]
    if let firstToken = body.first, "[" ~= firstToken || "get" ~= firstToken { return nil }
    // A `return` further inside belongs to a closure.
    guard !returns else { return nil }

    let bytes = Array(source.utf8)
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let modulesToImport = modules.filter { $0.target != suite }
    let checks = checks(of: modules)
    let closingOffset = tokens[closing].range.lowerBound
    let lineStart = bytes[..<closingOffset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let braceBeginsLine = bytes[lineStart..<closingOffset].allSatisfy { $0 == 0x20 || $0 == 0x09 }
    let changedSource =
      braceBeginsLine
      ? text(0..<lineStart) + checks + "\n" + text(lineStart..<bytes.count)
      : text(0..<closingOffset) + "\n" + checks + "\n  " + text(closingOffset..<bytes.count)
    let existingImports = SourceScan(source).imports
    let missingImports = imports(modulesToImport).filter { !existingImports.contains($0) }
    return missingImports.map { "import \($0)\n" }.joined() + changedSource
  }
}

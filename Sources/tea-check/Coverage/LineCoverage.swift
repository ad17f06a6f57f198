internal import TEAResults
import TEASupport
import Foundation

/// Lists the lines of the user's program that no explored world executes.
struct LineCoverage {
  let package: UserPackage
  let tools: CoverageTools
  let invocation: Invocation
  let console: Console

  /// Runs each check in a process of its own, so that a trap loses only the counts of one check.
  ///
  /// - Parameter areAll: `false` where the package has other checks, whose worlds may execute what these do not.
  func run(_ checks: [SuiteCheck], areAll: Bool) throws -> Int32 {
    var results: [CheckResult] = []
    var suites: [Suite] = []
    for check in checks {
      if !suites.contains(where: { $0.name == check.suite.name }) { suites.append(check.suite) }
      let result = try explore(check)
      results.append(result)
      if invocation.format == .text {
        console.write((TextReport.lines(of: result).first ?? "") + "\n", to: Platform.standardOutput)
      }
      if let message = result.message {
        console.write(printableLines("\(result.title): \(message)") + "\n", to: Platform.standardError)
      }
      if Interruption.ofProcess.isRequested {
        console.write(
          "It was interrupted, so the lines that no world executes are not known.\n", to: Platform.standardError)
        return ExitCode.interrupted
      }
    }
    console.show("reading what was executed")
    // Suites execute some lines even to list their checks. A file in which the checks execute no other lines is left out.
    let filesOfListing = try tools.files(coveredBy: .listing, of: suites, in: package)
    let linesOfListing = Dictionary(filesOfListing.map { ($0.path, $0.executedLines) }) { $0.union($1) }
    let files = try tools.files(coveredBy: .check, of: suites, in: package)
    console.clear()
    let isProof = areAll && results.allSatisfy(\.isComplete)
    var hasExecutedFile = false
    for file in files.sorted(by: { $0.path < $1.path }) where isUserFile(file.path) {
      guard !file.executedLines.isSubset(of: linesOfListing[file.path] ?? []),
        let text = try? String(contentsOfFile: file.path, encoding: .utf8), Self.isProgram(text)
      else { continue }
      hasExecutedFile = true
      write(file.unexecutedLines(in: text), of: relative(file.path), isProof: isProof)
    }
    if !hasExecutedFile {
      console.write("note: no file of the program was executed\n", to: Platform.standardError)
    }
    return exitCode(of: results, requiresComplete: invocation.requiresComplete)
  }

  private func explore(_ check: SuiteCheck) throws -> CheckResult {
    var suite = check.suite
    suite.environment["LLVM_PROFILE_FILE"] = CoverageTools.profile(.check, in: package)
    var result: CheckResult?
    let arguments = ["coverage", "--format", "records"] + invocation.suiteArguments + ["--", check.argument]
    console.show(check.title)
    let end = try suite.run(arguments, silenceLimit: suite.silenceLimit(for: invocation.settings.stepTime)) { event in
      switch event {
      case .progress(let progress): console.show(progress)
      case .detail(let text): console.detail(text)
      case .finished(let finished): result = finished
      case .listed, .started, .unitTest, .graph, .trapped: break
      }
    }
    console.clear()
    if let result { return result }
    guard end.isOfTrap else {
      return check.listed.result(
        .error, "\(suite.name) died in this check: \(end.text). What it executed is not known.")
    }
    return check.listed.result(
      .trapped,
      "a step trapped, and \(suite.name) died (\(end.text)): what this check executes is not known; fix first what "
        + "'tea-check check' tells")
  }

  /// `true` for a file of the package or of a dependency by path; `false` for a file of TEACheck, of a fetched dependency or of
  /// a build.
  private func isUserFile(_ path: String) -> Bool {
    if Self.isSourceOfStyle(path) { return false }
    var folders = ["/.build", "/Sources/TEACheck/", "/Sources/TEARuntime/"]
    // Folders around the package may have these names, so only the path within the package counts for its own files.
    let relativePath = relative(path)
    // Outside of the package, a scratch folder has fetched dependencies in `checkouts`; in the package, a folder of this name
    // is the user's.
    if relativePath.hasPrefix("/") { folders.append("/checkouts/") }
    let path = "/" + relativePath
    return !folders.contains(where: path.contains)
  }

  /// `true` for a file in TEACheck's own folder of styles. The package of a user's folder with the same name has no folder
  /// `Sources/TEACheck`.
  static func isSourceOfStyle(_ path: String) -> Bool {
    guard let folder = path.ranges(of: "/Sources/TEARuntime/Styles/").last else { return false }
    return Platform.exists("\(path[..<folder.lowerBound])/Sources/TEACheck")
  }

  /// `true` for the text of a file that names no `CheckSuite`, and that has an `update` or no specification.
  static func isProgram(_ text: String) -> Bool {
    !SwiftLexer.mentionsCheckSuite(text) && (text.contains("func update(") || !text.contains("Specification(of:"))
  }

  private func relative(_ path: String) -> String {
    let root = URL(fileURLWithPath: package.path).resolvingSymlinksInPath().path + "/"
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    return file.hasPrefix(root) ? String(file.dropFirst(root.count)) : path
  }

  /// - Parameter isProof: `true` if every check of the package is complete, so that no reachable world executes the lines.
  static func record(of lines: [UnexecutedLine], of path: String, isProof: Bool) -> JSON {
    let list = lines.map { JSON.object(["line": $0.number, "text": $0.text, "part": $0.part]) }
    return .record("unexecuted", ["path": path, "proof": isProof, "lines": list])
  }

  private func write(_ lines: [UnexecutedLine], of path: String, isProof: Bool) {
    if invocation.format == .json {
      Platform.write(Self.record(of: lines, of: path, isProof: isProof).text + "\n", to: Platform.standardOutput)
      return
    }
    let world = isProof ? "reachable world" : "explored world"
    guard !lines.isEmpty else {
      Platform.write("\n\(path): every line is executed in some \(world)\n", to: Platform.standardOutput)
      return
    }
    let width = "\(lines.last?.number ?? 0)".count
    var text = "\n\(path): \(counted(lines.count, "line")) that no \(world) executes\n"
    for line in lines {
      let number = "\(line.number)"
      text += "  " + String(repeating: " ", count: width - number.count) + "\(number)  \(line.text)"
      text += (line.part.map { "   ← not executed: \($0)" } ?? "") + "\n"
    }
    Platform.write(text, to: Platform.standardOutput)
  }
}

internal import TEAResults
import TEASupport
import Foundation

/// Writes the best suggestions for first checks into their suite, as comments.
///
/// Suggestions are sought only if this command was built in the package's build folder, as with `swift run`. Then TEACheck is
/// built already, and building the suite is quick. The file stays as it is if the suite cannot be built, which a ``note(on:)``
/// says, and if a short search finds no suggestion.
struct FirstSuggestions {
  let package: UserPackage
  let console: Console

  /// The options that bound the search of each check, by worlds and by seconds.
  private static let bounds = ["--states", "2000", "--time", "10"]
  /// The largest number of suggestions for a check: a person has to judge each of them.
  static let maxSuggestions = 3

  /// - Parameters:
  ///   - file: The path within the package.
  ///   - description: The output of `swift package describe`.
  /// - Returns: The number of suggestions that were added, and for each module without one the reason; `nil` where none were
  ///   sought.
  /// - Throws: ``BuildError`` where the suite cannot be built, and the errors of its run.
  func add(to file: String, of suite: String, in description: JSON, modules: [FoundModule]) throws -> String? {
    guard ScratchFolder(of: package).executablesFolder != nil else { return nil }
    let results = try results(of: suite, in: description)
    let path = "\(package.path)/\(file)"
    guard var text = try? Platform.read(path) else { return nil }
    var count = 0
    // The last specification is changed first, so that the line numbers of the others stay valid.
    for result in results.sorted(by: { $0.line ?? 0 > $1.line ?? 0 }) {
      guard let module = modules.first(where: { $0.isModule(of: result) }) else { continue }
      let chosen = Self.chosen(result.suggestions ?? [])
      guard let line = result.line, result.path?.hasSuffix(file) ?? false,
        let changedText = Self.adding(chosen, toSpecificationAt: line, in: text, ofOtherTarget: module.target != suite)
      else { continue }
      text = changedText
      count += chosen.count
    }
    if count > 0, (try? Platform.replace(path, with: text)) == nil { return nil }
    return Self.summary(count, results, modules)
  }

  /// The number of added suggestions, and the reasons why modules have none.
  static func summary(_ count: Int, _ results: [CheckResult], _ modules: [FoundModule]) -> String {
    let reasons = modules.compactMap { module -> String? in
      let resultsOfModule = results.filter(module.isModule(of:))
      guard resultsOfModule.allSatisfy({ chosen($0.suggestions ?? []).isEmpty }) else { return nil }
      let reason =
        if resultsOfModule.contains(where: { $0.suggestions != nil }) {
          "nothing was found that always holds"
        } else if resultsOfModule.contains(where: { [.violated, .trapped, .error].contains($0.verdict) }) {
          "its first check does not pass"
        } else {
          "its search brought none"
        }
      return "; no suggestion for \(module.name): \(reason)"
    }
    return (count > 0 ? ", with \(counted(count, "suggestion")) as comments" : "") + reasons.joined()
  }

  /// The reason why no suggestions were added, with the first error of the compiler.
  static func note(on error: BuildError) -> String {
    let lines = "\(error)".split(separator: "\n").map(String.init)
    let reason = lines.first { $0.contains("error: ") } ?? error.problem
    return "note: nothing is suggested, because the suite cannot be built: \(printableLine(reason)); "
      + "'swift build' prints it all\n"
  }

  /// The first suggestions without exceptions. Those with exceptions would make the new check fail once they are uncommented.
  static func chosen(_ suggestions: [CheckResult.Suggestion]) -> [CheckResult.Suggestion] {
    Array(suggestions.filter { $0.exceptions == 0 }.prefix(maxSuggestions))
  }

  /// - Parameter isOfOtherTarget: `true` where the module is in another target than the suite, so that the suite may not see
  ///   all fields of the module.
  static func adding(
    _ suggestions: [CheckResult.Suggestion], toSpecificationAt line: Int, in source: String,
    ofOtherTarget isOfOtherTarget: Bool
  ) -> String? {
    guard !suggestions.isEmpty else { return nil }
    let lines = suggestions.flatMap { $0.code.split(separator: "\n") }.map { "// \($0)" }
    let condition = isOfOtherTarget ? ", of fields that are public or package" : ""
    let code = ["// This holds wherever 'tea-check init' looked; uncomment what is meant\(condition):"] + lines
    return SuggestionEdit.adding(code.joined(separator: "\n"), toSpecificationAt: line, in: source)
  }

  private func results(of suite: String, in description: JSON) throws -> [CheckResult] {
    let targets = (description["targets"]?.array ?? []).filter { $0["name"]?.string == suite }
    let build = SuiteBuild(package: package, console: console, scratch: ScratchFolder(of: package))
    let (suites, failures) = try build.run(UserPackage.executableNames(of: targets, in: description))
    if let failure = failures.first { throw failure }
    guard let built = suites.first else { return [] }
    var results: [CheckResult] = []
    console.show("looking for what holds")
    defer { console.clear() }
    _ = try built.run(
      ["suggest", "--format", "records", "--config", "off", "--store", "off"] + Self.bounds,
      silenceLimit: built.silenceLimit(for: .seconds(10)), onErrors: { _ in }
    ) { event in
      if case .finished(let result) = event { results.append(result) }
    }
    return results
  }
}

extension FoundModule {
  fileprivate func isModule(of result: CheckResult) -> Bool {
    name == result.module || name.hasSuffix(".\(result.module)")
  }
}

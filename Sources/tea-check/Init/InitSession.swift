internal import TEAText
internal import TEARuntime
internal import TEAResults
import TEASupport
import Foundation

/// A run of `tea-check init`: it adds a suite and tests to a package, with a first check for each module.
struct InitSession {
  let package: UserPackage
  let console: Console

  static let address = "https://github.com/teacheck/TEACheck.git"

  func run() throws -> Int32 {
    console.show(UserPackage.readingStage)
    let description = try package.ask("describe", "--type", "json")
    let targets = description["targets"]?.array ?? []
    guard !targets.contains(where: { $0["name"]?.string == "TEACheck" }) else {
      throw UsageError("This is the package of TEACheck itself, which has its suites")
    }
    let modules = ModuleSearch.modules(in: package.targetSources(in: description))
    guard !modules.isEmpty else { throw UsageError(Self.noModule) }
    var plan = try Plan(
      package, description, found: modules,
      suites: UserPackage.suiteTargets(in: description, mentionsSuite: package.mentionsSuite),
      manifest: try package.ask("dump-package"))
    guard !plan.isEmpty else {
      console.write(plan.reportIfNothingToAdd + Self.nextSteps, to: Platform.standardOutput)
      return ExitCode.passed
    }
    do {
      let newDescription = try install(plan, description)
      let note = addSuggestions(to: &plan, newDescription)
      console.write(plan.report + "\n" + Self.nextSteps, to: Platform.standardOutput)
      if let note { console.write(note, to: Platform.standardError) }
      return ExitCode.passed
    } catch let refusal as ManifestEdit.Refusal {
      console.write(plan.instructions(because: refusal.reason), to: Platform.standardError)
      return ExitCode.usage
    }
  }

  /// - Parameter description: The output of `swift package describe` after the change of the manifest.
  /// - Returns: A note where the suite cannot be built.
  private func addSuggestions(to plan: inout Plan, _ description: JSON) -> String? {
    let modules = plan.unmentionedModules.filter { $0.obstacle == nil && $0.exportedList == nil }
    guard let file = plan.files.first, !modules.isEmpty else { return nil }
    do {
      let summary = try FirstSuggestions(package: package, console: console)
        .add(to: file.path, of: plan.suite, in: description, modules: modules)
      plan.files[0].summary += summary ?? ""
      return nil
    } catch {
      return (error as? BuildError).map(FirstSuggestions.note)
    }
  }

  static let nextSteps = "Next: swift run tea-check\nThen: swift run tea-check suggest   for properties to paste\n"

  static let noModule = """
    No type of this package's libraries and executables conforms to Module. A module is
        import TEARuntime
        package enum Counter: Module {
          package enum Message { case increment, decrement }
          package struct Model: Hashable { package var count = 0 }
          package static func start(with flags: Void) -> Model { Model() }
          package static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
            model.count += message == .increment ? 1 : -1
          }
        }
    and stands in a library target. An update of another architecture becomes one by an adapter: TEACheck's page 'Adopt in an
    existing app' shows how, Sources/TEACheck/TEACheck.docc/HowTo/Adopting.md
    """

  /// Writes the files and the manifest of a plan.
  ///
  /// After an error, all files are restored, and the new folder of a file is removed. New folders around it may be left.
  ///
  /// - Parameter description: The output of `swift package describe`.
  /// - Returns: The same for the changed manifest.
  private func install(_ plan: Plan, _ description: JSON) throws -> JSON {
    let manifest = URL(fileURLWithPath: "\(package.path)/Package.swift").resolvingSymlinksInPath().path
    if let refusal = plan.refusal { throw ManifestEdit.Refusal(reason: refusal) }
    if !plan.manifestEdit.isEmpty, Platform.isReadOnly(manifest) {
      throw ManifestEdit.Refusal(reason: "'Package.swift' is read-only")
    }
    let before = try Platform.read(manifest)
    let after =
      plan.manifestEdit.isEmpty
      ? before
      : try plan.manifestEdit.applied(
        to: before, withTargets: (description["targets"]?.array ?? []).compactMap { $0["name"]?.string })
    var undoSteps: [() -> Void] = []
    do {
      for file in plan.files {
        let path = "\(package.path)/\(file.path)"
        let formerText = try? Platform.read(path)
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        let isNewFolder = !Platform.exists(folder)
        do {
          try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
          throw ManifestEdit.Refusal(reason: "the folder '\(escaped(folder))' cannot be made")
        }
        undoSteps.append {
          if let formerText {
            try? Platform.replace(path, with: formerText)
          } else {
            try? FileManager.default.removeItem(atPath: path)
          }
          if isNewFolder { try? FileManager.default.removeItem(atPath: folder) }
        }
        try Platform.replace(path, with: file.text)
      }
      if after != before {
        undoSteps.append { try? Platform.replace(manifest, with: before) }
        try Platform.replace(manifest, with: after)
        do {
          return try package.ask("describe", "--type", "json")
        } catch {
          throw ManifestEdit.Refusal(reason: "with the change, \(Self.firstErrorLine(of: error))")
        }
      }
    } catch {
      for undo in undoSteps.reversed() { undo() }
      throw error
    }
    return description
  }

  private static func firstErrorLine(of error: any Error) -> String {
    let lines = "\(error)".split(separator: "\n")
    return escaped(String(lines.first { $0.hasPrefix("error:") } ?? lines.first ?? ""))
  }
}

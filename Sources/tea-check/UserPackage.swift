import Foundation
import TEACheck

/// The package whose suites are run.
struct UserPackage {
  let path: String

  /// - Throws: ``UsageError`` when there is no package at the path.
  init(path: String) throws {
    self.path = path
    guard FileManager.default.fileExists(atPath: "\(path)/Package.swift") else {
      let place = path == "." ? "this folder" : "'\(path)'"
      throw UsageError("There is no Package.swift in \(place); name a package with --package-path")
    }
  }

  /// The executables that depend on TEACheck.
  ///
  /// - Throws: ``UsageError`` that says how to add a suite where there is none, ``BuildError`` when the manifest
  ///   cannot be read.
  func suiteNames() throws -> [String] {
    let description = try Subprocess.run("swift", ["package", "--package-path", path, "describe", "--type", "json"])
    guard description.succeeded else {
      throw BuildError(what: "The package manifest cannot be read", output: description.errors)
    }
    guard let start = description.output.firstIndex(of: "{"),
      let json = try? JSON(parsing: description.output[start...])
    else { throw BuildError(what: "'swift package describe' printed no JSON", output: description.output) }
    let names = Self.suites(in: json) { path, sources in
      sources.contains { source in
        let text = try? String(contentsOfFile: "\(self.path)/\(path)/\(source)", encoding: .utf8)
        return text?.contains("CheckSuite") ?? false
      }
    }
    guard !names.isEmpty else { throw UsageError(Self.howToAddASuite) }
    return names
  }

  /// The executables whose targets depend on TEACheck, directly or through other targets, but for the command.
  ///
  /// An executable has the name of its target, unless the manifest declares a product of another name.
  ///
  /// - Parameter mentionsSuite: Whether the sources of a target, given by its path and their names, mention
  ///   `CheckSuite`. An app whose libraries depend on TEACheck is no suite, and must not be started.
  static func suites(
    in description: JSON, mentionsSuite: (_ path: String, _ sources: [String]) -> Bool = { _, _ in true }
  ) -> [String] {
    let targets = description["targets"]?.array ?? []
    func strings(_ target: JSON, _ name: String) -> [String] { target[name]?.array?.compactMap(\.string) ?? [] }
    func dependsOnTEACheck(_ target: JSON, _ seen: Set<String>) -> Bool {
      let siblings = strings(target, "target_dependencies")
      if strings(target, "product_dependencies").contains("TEACheck") || siblings.contains("TEACheck") { return true }
      return targets.contains { other in
        guard let name = other["name"]?.string, siblings.contains(name), !seen.contains(name) else { return false }
        return dependsOnTEACheck(other, seen.union([name]))
      }
    }
    let executables = (description["products"]?.array ?? []).filter { $0["type"]?["executable"] != nil }
    func executable(of target: String) -> String {
      let product = executables.first { strings($0, "targets").contains(target) }
      return product?["name"]?.string ?? target
    }
    return targets.filter { target in
      target["type"]?.string == "executable" && target["name"]?.string != "tea-check"
        && dependsOnTEACheck(target, []) && mentionsSuite(target["path"]?.string ?? "", strings(target, "sources"))
    }.compactMap { $0["name"]?.string }.map(executable).sorted()
  }

  /// Where suites that count the lines they execute are built, so that the usual build stays as it is.
  var coverageFolder: String { "\(path)/.build/tea-check-coverage" }

  /// Builds suites in release.
  ///
  /// - Parameter withCoverage: Whether they count the lines that they execute.
  /// - Throws: ``BuildError`` with the compiler's messages.
  func build(_ names: [String], withCoverage: Bool = false, console: Console) throws -> [Suite] {
    let build = ["build", "--package-path", path, "--configuration", "release"]
    let options =
      withCoverage
      ? ["--scratch-path", coverageFolder, "-Xswiftc", "-profile-generate", "-Xswiftc", "-profile-coverage-mapping"]
      : []
    for (index, name) in names.enumerated() {
      console.show("building \(name) (\(index + 1) of \(names.count))")
      let result = try Subprocess.run("swift", build + options + ["--product", name])
      console.clear()
      guard result.succeeded else {
        throw BuildError(what: "The suite \(name) cannot be built", output: result.output + result.errors)
      }
    }
    let place = try Subprocess.run("swift", build + options + ["--show-bin-path"])
    guard place.succeeded else {
      throw BuildError(what: "The place of the built suites is unknown", output: place.errors)
    }
    let folder = URL(fileURLWithPath: place.output.trimmingCharacters(in: .whitespacesAndNewlines))
    let environment = withCoverage ? ["LLVM_PROFILE_FILE": CoverageTools.profile("start", in: self)] : [:]
    return names.map { name in
      Suite(name: name, executable: folder.appendingPathComponent(name), environment: environment)
    }
  }

  static let howToAddASuite = """
    This package has no check suite: an executable target that depends on TEACheck. Add one to Package.swift
        .executableTarget(name: "Checks", dependencies: [.product(name: "TEACheck", package: "TEACheck")]),
    and to Sources/Checks/Checks.swift
        import TEACheck
        @main struct Checks: CheckSuite {
          static var checks: [Check] {
            Specification(of: MyModule.self) { Always("…") { model in true } }.check()
          }
        }
    """
}

/// Something that `swift build` could not do, with what it said.
struct BuildError: Error, CustomStringConvertible {
  var what: String
  var output: String

  var description: String {
    let lines = output.split(separator: "\n").filter { !$0.hasPrefix("[") && !$0.hasPrefix("Building for") }
    return ([what + ":"] + lines.map(String.init)).joined(separator: "\n")
  }
}

import TEARuntime
internal import TEASupport
import Foundation
import TEAResults
internal import TEAText

/// Changes to a package manifest, which are tested on a copy before any file is changed.
struct ManifestEdit {
  struct Target {
    var name: String
    var isTest: Bool
    /// The targets of the same package that this target depends on.
    var siblingDependencies: [String]
  }

  /// The address of TEACheck's package if the edit adds a dependency on it; `nil` if the manifest has the dependency already.
  var newDependencyAddress: String?
  /// The name by which the manifest refers to TEACheck's package.
  var packageName = "TEACheck"
  /// The new dependencies of targets on products of TEACheck.
  var productDependencies: [(target: String, product: String)] = []
  /// The new dependencies of existing targets on other targets of the same package.
  var siblingDependencies: [(target: String, sibling: String)] = []
  var targets: [Target] = []
  /// `true` where the edit adds macOS 15 as the required platform.
  var addsPlatform = false
  /// `true` where the manifest has other platforms than macOS 15, to which a person has to add it.
  var lacksPlatform = false

  var isEmpty: Bool {
    newDependencyAddress == nil && productDependencies.isEmpty && siblingDependencies.isEmpty && targets.isEmpty
      && !addsPlatform
  }

  /// The reason why `tea-check init` changes nothing in the package.
  struct Refusal: Error {
    var reason: String
  }

  /// The arguments of `swift package` for each change, except for the platform.
  private var commands: [[String]] {
    (newDependencyAddress.map { [["add-dependency", $0, "--branch", "main"]] } ?? [])
      + targets.map { target in
        ["add-target", target.name, "--type", target.isTest ? "test" : "executable"]
          + (target.siblingDependencies.isEmpty ? [] : ["--dependencies"] + target.siblingDependencies)
      } + siblingDependencies.map { ["add-target-dependency", $0.sibling, $0.target] }
      + productDependencies.map { ["add-target-dependency", $0.product, $0.target, "--package", packageName] }
  }

  /// - Returns: The edited manifest.
  /// - Throws: ``Refusal`` if the toolchain cannot edit the manifest, or if it makes other changes than this edit has.
  func applied(to manifest: String, withTargets existingTargets: [String]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tea-check-init-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    // Without a folder for each target, 'swift package add-target' would try to move sources.
    for name in existingTargets {
      for kind in ["Sources", "Tests"] {
        try FileManager.default.createDirectory(
          at: folder.appendingPathComponent("\(kind)/\(name)"), withIntermediateDirectories: true)
      }
    }
    let file = folder.appendingPathComponent("Package.swift")
    try Data(manifest.utf8).write(to: file)
    let before = try dump(folder)
    for command in commands {
      let run = try Subprocess.run("swift", ["package", "--package-path", folder.path] + command)
      guard run.succeeded else {
        throw Refusal(reason: "'swift package \(command[0])' cannot edit it (\(Self.firstError(in: run.errors)))")
      }
    }
    var edited = Self.tidied(try Platform.read(file.path), before: manifest)
    if addsPlatform { edited = try Self.addingPlatform(to: edited) }
    try Data(edited.utf8).write(to: file)
    guard containsOnlyTheseChanges(before: before, after: try dump(folder)) else {
      throw Refusal(reason: "it would not mean what it should after the change")
    }
    return edited
  }

  private func dump(_ folder: URL) throws -> JSON {
    let run = try Subprocess.run("swift", ["package", "--package-path", folder.path, "dump-package"])
    guard run.succeeded, let start = run.output.firstIndex(of: "{"), let json = try? JSON(parsing: run.output[start...])
    else { throw Refusal(reason: "it cannot be read away from its folder (\(Self.firstError(in: run.errors)))") }
    return json
  }

  private static func firstError(in text: String) -> String {
    guard let start = text.firstRange(of: "error: ") else { return "no reason given" }
    return escaped(String(text[start.upperBound...].prefix { $0 != "\n" }))
  }

  /// Indents the lines that the toolchain wrote as the manifest is indented. Removes spaces inside brackets, and commas before
  /// `]`, from those with `dependencies: [`.
  static func tidied(_ text: String, before: String) -> String {
    func indentation(_ line: Substring) -> Substring { line.prefix { $0 == " " || $0 == "\t" } }
    func closes(_ character: Character) -> Bool { character == ")" || character == "]" }
    // Lines that begin in a comment or a string are indented in other ways.
    let bytes = Array(before.utf8)
    let indentations = SwiftLexer.tokens(of: before).compactMap { Self.indentation(of: $0, in: bytes) }
    let unit = indentations.filter { !$0.isEmpty }.min { $0.count < $1.count } ?? "  "
    let formerTexts = Set(before.split(separator: "\n"))
    // The indentation of the last new line outside of new brackets, and the number of new brackets that are open.
    var (base, depth) = (Substring(), 0)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      let isNew = !formerTexts.contains(line)
      guard isNew || depth > 0 else { return String(line) }
      if depth == 0 { base = indentation(line) }
      let content = line.dropFirst(indentation(line).count)
      let closingCount = content.prefix(while: closes).count
      let beginning = String(base) + String(repeating: unit, count: max(0, depth - closingCount))
      depth = max(0, depth + content.count { $0 == "(" || $0 == "[" } - content.count(where: closes))
      guard isNew, !content.isEmpty else { return String(line) }
      guard content.firstRange(of: "dependencies: [") != nil else { return beginning + content }
      return beginning
        + String(content).replacing("[ ", with: "[").replacing(" ]", with: "]").replacing(",]", with: "]")
    }
    return lines.joined(separator: "\n")
  }

  /// The spaces and tabs before a token that is the first one of its line; `nil` for another token.
  private static func indentation(of token: SwiftToken, in bytes: [UInt8]) -> String? {
    let spaces = bytes[..<token.range.lowerBound].reversed().prefix { $0 == 0x20 || $0 == 0x09 }
    let start = token.range.lowerBound - spaces.count
    guard start == 0 || bytes[start - 1] == UInt8(ascii: "\n") else { return nil }
    return String(decoding: bytes[start..<token.range.lowerBound], as: UTF8.self)
  }

  private static func addingPlatform(to manifest: String) throws(Refusal) -> String {
    let tokens = SwiftLexer.tokens(of: manifest)
    let head = ["Package", "(", "name", ":"]
    let start = tokens.indices.first { start in
      start + head.count + 1 < tokens.count && zip(head, tokens[start...]).allSatisfy { $0 ~= $1 }
    }
    // The tokens from `start` are: Package ( name : "…" ,
    guard let start, tokens[start + 4].kind == .literal, "," ~= tokens[start + 5] else {
      throw Refusal(reason: "it does not begin with the name of the package")
    }
    let bytes = Array(manifest.utf8)
    let end = tokens[start + 5].range.upperBound
    let platforms = "platforms: [.macOS(\"15.0\")],"
    return String(decoding: bytes[..<end], as: UTF8.self)
      + (indentation(of: tokens[start + 2], in: bytes).map { "\n" + $0 } ?? " ") + platforms
      + String(decoding: bytes[end...], as: UTF8.self)
  }

  /// Returns whether two dumps of a manifest differ by all changes of this edit, and by nothing else.
  func containsOnlyTheseChanges(before: JSON, after: JSON) -> Bool {
    func otherMembers(_ json: JSON) -> [JSON.Member] {
      let separatelyCompared: Set<String> = ["targets", "dependencies"]
      return json.members.filter { !separatelyCompared.contains($0.name) && !(addsPlatform && $0.name == "platforms") }
    }
    func array(_ json: JSON, _ name: String) -> [JSON] { json[name]?.array ?? [] }
    let dependencies = (before: array(before, "dependencies"), after: array(after, "dependencies"))
    guard otherMembers(before) == otherMembers(after), dependencies.after.starts(with: dependencies.before),
      dependencies.after.count == dependencies.before.count + (newDependencyAddress == nil ? 0 : 1),
      !addsPlatform || array(after, "platforms").map({ $0["platformName"]?.string }) == ["macos"]
    else { return false }
    let old = array(before, "targets")
    let new = array(after, "targets")
    guard new.count == old.count + targets.count else { return false }
    return new.allSatisfy { target in
      guard let name = target["name"]?.string else { return false }
      var additions = siblingDependencies.filter { $0.target == name }.map(\.sibling)
      additions += productDependencies.filter { $0.target == name }.map(\.product)
      let current = array(target, "dependencies").map(Self.name(ofDependency:))
      if let earlier = old.first(where: { $0["name"]?.string == name }) {
        let former = array(earlier, "dependencies").map(Self.name(ofDependency:))
        return current == former + additions && Self.withoutDependencies(target) == Self.withoutDependencies(earlier)
      }
      guard let added = targets.first(where: { $0.name == name }) else { return false }
      return target["type"]?.string == (added.isTest ? "test" : "executable")
        && current == added.siblingDependencies + additions
    }
  }

  /// The name of the target or product that a target depends on; `nil` for a dependency of unknown form.
  private static func name(ofDependency json: JSON) -> String? { json.members.first?.value.array?.first?.string }

  private static func withoutDependencies(_ target: JSON) -> [JSON.Member] {
    target.members.filter { $0.name != "dependencies" }
  }
}

extension ManifestEdit {
  /// Instructions for a person if the manifest cannot be edited: the lines to add, each with its place.
  var lines: [String] {
    var lines: [String] = []
    func product(_ name: String) -> String { ".product(name: \"\(name)\", package: \"\(packageName)\")" }
    if addsPlatform { lines.append("  behind the name:  platforms: [.macOS(\"15.0\")],") }
    if lacksPlatform { lines.append("  in platforms, for a Mac:  .macOS(\"15.0\"),") }
    if let newDependencyAddress {
      lines.append("  in dependencies:  .package(url: \"\(newDependencyAddress)\", branch: \"main\"),")
    }
    let newTargets = Set(targets.map(\.name))
    for (target, name) in siblingDependencies where !newTargets.contains(target) {
      lines.append("  in the dependencies of \(target):  \"\(name)\",")
    }
    for (target, name) in productDependencies where !newTargets.contains(target) {
      lines.append("  in the dependencies of \(target):  \(product(name)),")
    }
    for target in targets {
      let dependencies =
        target.siblingDependencies.map { "\"\($0)\"" }
        + productDependencies.filter { $0.target == target.name }.map { product($0.product) }
      lines += [
        "  in targets:  .\(target.isTest ? "testTarget" : "executableTarget")(",
        "    name: \"\(target.name)\", dependencies: [\(dependencies.joined(separator: ", "))]),",
      ]
    }
    return lines
  }
}

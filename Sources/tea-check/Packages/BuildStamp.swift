import TEASupport
import Foundation
import TEAResults

/// A stamp of the inputs of built suites, so that an unchanged package is not built again.
///
/// The stamp covers the paths, inode numbers, sizes and times of these files:
/// - all files of the package, and of the packages that it depends on by path, except in build folders, `.git` and
///   `.tea-check`,
/// - every `swift` in `PATH`, and the settings that select a toolchain,
/// - the executables of the built suites.
///
/// The stamp also covers the environment variables that manifests and the toolchain read. As for the build system, a
/// file counts as unchanged if its inode number, size and times have not changed.
///
/// A package with any of these has unknown inputs, and no stamp:
/// - C sources that include files from elsewhere, or sources in C++, Objective-C or assembly,
/// - plugins, system libraries or unsafe flags,
/// - links to other folders,
/// - a manifest that depends on more than its text and environment variables.
///
/// A package with more than 20 000 files has no stamp either, because reading them would take long.
struct BuildStamp {
  private static let version = 1

  private let package: UserPackage
  private let environment: [String: String]

  init(of package: UserPackage, environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.package = package
    self.environment = environment
  }

  /// The file of the stamp: one for debug builds and one for release builds, because both builds may exist.
  private var file: String {
    "\(ScratchFolder(of: package).path)/tea-check-\(SuiteBuild.configuration).json"
  }

  /// The built suites, if their stamp is still valid; otherwise `nil`.
  var suites: [Suite]? {
    guard let text = try? Platform.read(file), let json = try? JSON(parsing: text),
      json["version"]?.integer == Self.version, let currentHash = inputsHash(),
      json["inputs"]?.string == currentHash, json["state"]?.string == resolutionStamps,
      let suites = json["suites"]?.array
    else { return nil }
    var built: [Suite] = []
    for suite in suites {
      guard let name = suite["name"]?.string, let path = suite["path"]?.string,
        let stamp = Platform.stamp(ofFile: path), suite["stamp"]?.string == stamp.text
      else { return nil }
      built.append(Suite(name: name, executable: URL(fileURLWithPath: path)))
    }
    return built.isEmpty ? nil : built
  }

  /// The hash of the toolchain and of the files in the ``folders``; `nil` where some inputs are unknown, or dependencies are not
  /// resolved.
  func inputsHash() -> String? {
    guard let folders else { return nil }
    var lines = toolchainLines
    for folder in folders {
      guard let linesOfFolder = inputLines(in: folder, limit: 20_000 - lines.count) else { return nil }
      lines += linesOfFolder
    }
    return String(StableHash.of(lines), radix: 16)
  }

  /// Records the built suites, if their inputs are known and have not changed during the build; otherwise, removes the stamp.
  func record(_ suites: [Suite], builtFrom inputsHash: String?) {
    guard let inputsHash, self.inputsHash() == inputsHash else {
      try? FileManager.default.removeItem(atPath: file)
      return
    }
    let json = JSON.object([
      "version": Self.version, "inputs": inputsHash, "state": resolutionStamps,
      "suites": suites.map { suite in
        JSON.object([
          "name": suite.name, "path": suite.executable.path,
          "stamp": Platform.stamp(ofFile: suite.executable.path)?.text ?? "",
        ])
      },
    ])
    try? Platform.replace(file, with: json.prettyText)
  }

  private var workspaceStateFile: String { "\(ScratchFolder(of: package).path)/workspace-state.json" }

  var isResolved: Bool { Platform.exists(workspaceStateFile) }

  /// The folders of the package and of its dependencies by path; `nil` where the dependencies are not resolved, or a dependency
  /// is in edit mode.
  var folders: [String]? {
    guard let text = try? Platform.read(workspaceStateFile),
      let state = try? JSON(parsing: text), let dependencies = state["object"]?["dependencies"]?.array
    else { return nil }
    var folders = [package.path]
    for dependency in dependencies {
      switch dependency["state"]?["name"]?.string {
      case "fileSystem":
        guard let path = dependency["state"]?["path"]?.string else { return nil }
        folders.append(path)
      case "sourceControlCheckout", "registryDownload": continue
      default: return nil
      }
    }
    return folders
  }

  /// The stamps of `workspace-state.json` and `Package.resolved`, which a build itself may write.
  private var resolutionStamps: String {
    [workspaceStateFile, "\(package.path)/Package.resolved"].map { Platform.stamp(ofFile: $0)?.text ?? "" }
      .joined(separator: " ")
  }

  private static let ignoredNames: Set<String> = [".", "..", ".git", ".tea-check", "Package.resolved"]

  /// The names of build folders begin with `.build`; `Package.resolved` is part of ``resolutionStamps``.
  private static func isIgnored(_ name: String) -> Bool { ignoredNames.contains(name) || name.hasPrefix(".build") }

  private static let compilerHeaders: Set<String> = ["stdbool.h", "stddef.h", "stdint.h"]

  /// Returns whether a C source includes only files of its own folder and of the compiler.
  private static func isSelfContained(_ name: String, in folder: String) -> Bool {
    guard [".c", ".h", ".modulemap"].contains(where: name.hasSuffix),
      let text = try? Platform.read("\(folder)/\(name)")
    else { return false }
    // A line with one of these words may read a file from elsewhere, unless it has one of the forms below.
    let words = ["include", "import", "incbin", "embed", "header", "link", "extern"]
    return text.split(whereSeparator: \.isNewline).allSatisfy { line in
      let line = line.trimmingCharacters(in: .whitespaces)
      if let header = line.wholeMatch(of: /(?:#include|header) "([A-Za-z0-9_.]+)"/)?.output.1 {
        return Platform.exists("\(folder)/\(header)")
      }
      if let header = line.wholeMatch(of: /#include <([a-z.]+)>/)?.output.1 {
        return compilerHeaders.contains(String(header))
      }
      if line.hasPrefix("//") || line == "extern \"C\" {" { return true }
      return !words.contains(where: line.contains)
    }
  }

  static let foreignExtensions = ["c", "cc", "cpp", "cxx", "m", "mm", "h", "hpp", "modulemap", "s", "S"]

  /// A line for each file and folder in a folder, and for each variable that a manifest there reads.
  ///
  /// - Returns: `nil` where some inputs are unknown, or there are more lines than `limit`.
  private func inputLines(in root: String, limit: Int) -> [String]? {
    var lines: [String] = []
    var folders = [root]
    while let folder = folders.popLast() {
      for name in Platform.names(in: folder) where !Self.isIgnored(name) {
        let path = "\(folder)/\(name)"
        guard lines.count < limit, let stamp = Platform.stamp(ofFile: path),
          let target = stamp.kind == .link ? Platform.stamp(ofFile: path, followingLinks: true) : stamp
        else { return nil }
        switch target.kind {
        case .folder where stamp.kind == .folder: folders.append(path)
        case .folder, .link:
          // A link to a folder inside of `root` adds no files.
          guard Self.isWithin(path, root) else { return nil }
          lines.append("\(path) \(stamp.text)")
        case .file:
          let isForeign = Self.foreignExtensions.contains { name.hasSuffix(".\($0)") }
          if isForeign, !Self.isSelfContained(name, in: folder) { return nil }
          if folder == root, name == "Package.swift" || name.hasPrefix("Package@swift-") && name.hasSuffix(".swift") {
            guard let variables = Self.variables(ofManifest: path) else { return nil }
            lines += variables.map { "\($0)=\(environment[$0] ?? "")" }
          }
          lines.append("\(path) \(stamp.text) \(target.text)")
        }
      }
      lines.append("\(folder)/")
    }
    return lines
  }

  /// Returns whether a link leads to a folder inside of `root` whose files have lines anyway.
  private static func isWithin(_ link: String, _ root: String) -> Bool {
    func parts(_ path: String) -> [String] { URL(fileURLWithPath: path).resolvingSymlinksInPath().pathComponents }
    let (target, base) = (parts(link), parts(root))
    return target.starts(with: base) && !target.dropFirst(base.count).contains(where: isIgnored)
  }

  /// The names of the environment variables that a manifest reads.
  ///
  /// - Returns: `nil` for a manifest that depends on more than its text and environment variables, or that declares plugins,
  ///   system libraries or unsafe flags.
  private static func variables(ofManifest path: String) -> [String]? {
    guard let text = try? Platform.read(path), SourceScan(text).imports.isSubset(of: ["PackageDescription"]) else {
      return nil
    }
    let tokens = SwiftLexer.tokens(of: text)
    if tokens.contains(where: { "plugin" ~= $0 || "systemLibrary" ~= $0 || "unsafeFlags" ~= $0 }) { return nil }
    var variables: [String] = []
    for index in tokens.indices where "Context" ~= tokens[index] {
      // The tokens after `Context` in `Context.environment["NAME"]`; the literal is a token with an empty text.
      let rest = tokens[(index + 1)...].prefix(5)
      guard rest.count == 5, rest.map(\.text) == [".", "environment", "[", "", "]"] else { return nil }
      let literal = String(decoding: Array(text.utf8)[tokens[index + 4].range], as: UTF8.self)
      guard let name = literal.wholeMatch(of: /"([A-Za-z0-9_]+)"/)?.output.1 else { return nil }
      variables.append(String(name))
    }
    return variables
  }

  /// A line for each `swift` in `PATH`, for each setting that selects a toolchain, and for each variable that the toolchain
  /// reads.
  private var toolchainLines: [String] {
    let prefixes = ["SWIFT", "SDKROOT", "TOOLCHAINS", "DEVELOPER_DIR", "PKG_CONFIG", "LD_", "DYLD_"]
    let names: Set<String> = ["PATH", "CC", "CXX", "CPATH", "LIBRARY_PATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"]
    var lines = environment.filter { name, _ in names.contains(name) || prefixes.contains(where: name.hasPrefix) }
      .map { "\($0)=\($1)" }.sorted()
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let home = environment["HOME"] ?? ""
    // A variable or a setting may select another toolchain than the one of the first `swift` in `PATH`. Only the first 200
    // folders are looked at, to bound the time.
    let files =
      folders.prefix(200).map { "\($0)/swift" }
      + ["/var/db/xcode_select_link", "\(home)/.local/share/swiftly/config.json", "\(home)/.swiftly/config.json"]
    for file in files {
      guard let stamp = Platform.stamp(ofFile: file, followingLinks: true) else { continue }
      lines.append("\(URL(fileURLWithPath: file).resolvingSymlinksInPath().path) \(stamp.text)")
    }
    return lines
  }
}

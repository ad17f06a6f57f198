import TEASupport
import Foundation
import TEAResults

/// The tools of the toolchain that read coverage data.
struct CoverageTools {
  private let folder: URL

  init() throws {
    let info = try Subprocess.run("swift", ["-print-target-info"])
    let resources = (try? JSON(parsing: info.output))?["paths"]?["runtimeResourcePath"]?.string ?? ""
    // The path is …/usr/lib/swift, and the tools are in …/usr/bin.
    folder = URL(fileURLWithPath: resources).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("bin")
    for tool in ["llvm-profdata", "llvm-cov"] {
      guard FileManager.default.isExecutableFile(atPath: folder.appendingPathComponent(tool).path) else {
        throw ProcessError(description: "\(tool) is missing in \(folder.path), where the toolchain should have it")
      }
    }
  }

  /// A kind of coverage data. The names of the files with the data begin with the raw value.
  enum DataKind: String {
    /// The data of a suite that only lists its checks.
    case listing = "start"
    /// The data of a suite that runs a check.
    case check = "run"
  }

  /// The path to which an instrumented suite writes its coverage data, with its process identifier in place of `%p`.
  static func profile(_ kind: DataKind, in package: UserPackage) -> String {
    "\(profiles(of: package))/\(kind.rawValue)-%p.profraw"
  }

  private static func profiles(of package: UserPackage) -> String {
    URL(fileURLWithPath: package.coverageFolder).path + "/profiles"
  }

  static func clear(_ package: UserPackage) {
    try? FileManager.default.removeItem(atPath: profiles(of: package))
  }

  /// The source files of the suites, with the sums of their execution counts over all coverage data of a kind.
  func files(coveredBy kind: DataKind, of suites: [Suite], in package: UserPackage) throws -> [CoveredFile] {
    let name = kind.rawValue
    let profiles = Self.profiles(of: package)
    let rawProfiles = ((try? FileManager.default.contentsOfDirectory(atPath: profiles)) ?? [])
      .filter { $0.hasPrefix("\(name)-") && $0.hasSuffix(".profraw") }.sorted()
    guard !rawProfiles.isEmpty else { return [] }
    let mergedProfile = "\(profiles)/\(name).profdata"
    _ = try run("llvm-profdata", ["merge", "-sparse", "-o", mergedProfile] + rawProfiles.map { "\(profiles)/\($0)" })
    let objects = suites.dropFirst().flatMap { ["-object", $0.executable.path] }
    let output = try run(
      "llvm-cov",
      ["export", "-format=text", "-skip-functions", "-skip-expansions", "-instr-profile=\(mergedProfile)"]
        + [suites[0].executable.path] + objects)
    let files = (try? JSON(parsing: output))?["data"]?.array?.first?["files"]?.array
    guard let files else { throw ProcessError(description: "llvm-cov printed no coverage") }
    return files.compactMap(CoveredFile.init)
  }

  private func run(_ tool: String, _ arguments: [String]) throws -> String {
    let process = try Subprocess.run(folder.appendingPathComponent(tool).path, arguments)
    guard process.succeeded else { throw ProcessError(description: "\(tool) failed: \(process.errors)") }
    return process.output
  }
}

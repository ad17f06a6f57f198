import Foundation

/// TEACheck as it was built beside the tests, for packages that would else compile it once more, each for itself.
///
/// Packages depend on one of its name without sources. Its modules and objects come from a `swift` that stands before the
/// usual one in `PATH`. The night's first minute does without: ``FirstMinuteTests``.
struct PrebuiltLibrary {
  static let shared = Result { try PrebuiltLibrary(in: ThrowAwayFolders.url().appendingPathComponent("library")) }

  /// The products, and the targets behind them.
  private static let products = ["TEARuntime", "TEACheck", "ElmButtonStyle"]
  private static let modules = ["TEARuntime", "TEASupport", "TEAStateSpace", "TEACheck", "ElmButtonStyle"]

  /// The folder of the built command.
  let built: URL
  private let folder: URL

  /// The package to depend on.
  var path: String { folder.appendingPathComponent("TEACheck").path }

  /// `PATH` with that `swift`, and with the built command: the same everywhere, because what is built depends on it.
  var searchPath: String { "\(folder.appendingPathComponent("bin").path):\(built.path):\(Self.usualPath)" }

  /// What the library was built to: what was built with another one is of no use.
  let stamp: String

  private static var usualPath: String { ProcessInfo.processInfo.environment["PATH"] ?? "" }

  /// Writes the package and the `swift`, where they are not there yet.
  init(in folder: URL) throws {
    self.folder = folder
    let built = try ThrowAwayPackage.executable().deletingLastPathComponent().resolvingSymlinksInPath()
    self.built = built
    let objects = try Self.objects(in: built)
    stamp = try objects.map { object in
      let file = URL(fileURLWithPath: object.trimmingCharacters(in: ["'", "\""]))
      let values = try file.resourceValues(forKeys: [.contentModificationDateKey, .fileSizeKey])
      let time = values.contentModificationDate?.timeIntervalSince1970 ?? 0
      return "\(object) \(values.fileSize ?? 0) \(time)\n"
    }.joined()
    try write(Self.manifest, to: "TEACheck/Package.swift")
    try write("// The modules of the library are built elsewhere.\n", to: "TEACheck/Sources/Prebuilt/Prebuilt.swift")
    try write(objects.map { "\($0)\n" }.joined(), to: "objects.txt")
    try linkModules()
    let program = folder.appendingPathComponent("bin/swift")
    try write(try swift(), to: "bin/swift")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
  }

  private static var manifest: String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "TEACheck",
      platforms: [.macOS(.v15)],
      products: [
        \(products.map { ".library(name: \"\($0)\", targets: [\"Prebuilt\"])" }.joined(separator: ",\n    "))
      ],
      targets: [.target(name: "Prebuilt")]
    )

    """
  }

  /// The objects of the modules, among those that an executable was linked from: in their folders there may be some of
  /// sources that are gone.
  private static func objects(in built: URL) throws -> [String] {
    let list = built.appendingPathComponent("ElmButtonsChecks.product/Objects.LinkFileList")
    return try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map(String.init)
      .filter { object in modules.contains { object.contains("/\($0).build/") } }
  }

  /// A folder of these modules alone, beside which others of the tests have the names of a package's own.
  private func linkModules() throws {
    let modules = folder.appendingPathComponent("Modules")
    try FileManager.default.createDirectory(at: modules, withIntermediateDirectories: true)
    let files = Self.modules.flatMap { ["\($0).swiftmodule", "\($0).swiftdoc"] }
    for (name, module) in files.map({ ($0, built.appendingPathComponent("Modules/\($0)")) })
      + [("TEAMemory", Self.memoryModule)]
    {
      let link = modules.appendingPathComponent(name)
      guard (try? FileManager.default.destinationOfSymbolicLink(atPath: link.path)) != module.path else { continue }
      try? FileManager.default.removeItem(at: link)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: module)
    }
  }

  /// The folder of the module that is written in C.
  static let memoryModule = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Sources/TEACheck/Memory/include")

  private struct NoSwift: Error {}

  /// The usual program with more arguments; `swift run tea-check` is the command that was built, at the place where it would
  /// have been built in the package.
  private func swift() throws -> String {
    let usual = Self.usualPath.split(separator: ":").map { "\($0)/swift" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let usual else { throw NoSwift() }
    return """
      #!/bin/sh
      if [ "$1 $2" = "run tea-check" ]; then
        shift 2
        '\(usual)' package resolve >/dev/null 2>&1
        place=$('\(usual)' build --show-bin-path) && mkdir -p "$place" &&
          ln -f '\(built.appendingPathComponent("tea-check").path)' "$place/tea-check" || exit 1
        exec "$place/tea-check" "$@"
      fi
      case "$1" in
        build|test)
          command="$1"
          shift
          exec '\(usual)' "$command" -Xswiftc -I -Xswiftc '\(folder.appendingPathComponent("Modules").path)' \\
            -Xlinker '@\(folder.appendingPathComponent("objects.txt").path)' "$@"
          ;;
        *) exec '\(usual)' "$@" ;;
      esac

      """
  }

  private func write(_ text: String, to path: String) throws {
    let file = folder.appendingPathComponent(path)
    guard (try? String(contentsOf: file, encoding: .utf8)) != text else { return }
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}

import Foundation

/// The build of TEACheck to which the tests belong, for packages that would otherwise compile the library again.
///
/// Packages depend on a stand-in, which is named TEACheck too and has no sources of the library. A `swift` that comes first in
/// `PATH` adds the built modules and objects. At night, ``FirstMinuteTests`` compiles the library instead.
struct PrebuiltLibrary {
  static let shared = Result { try PrebuiltLibrary(in: ThrowAwayFolders.url().appendingPathComponent("library")) }

  /// The products on which packages can depend.
  private static let products = ["TEARuntime", "TEACheck", "ElmButtonStyle"]
  /// The Swift modules of the products, and those that they import.
  private static let modules = [
    "TEAText", "TEARuntime", "TEASupport", "TEAGenerators", "TEAStateSpace", "TEAResults", "TEAAnalysis", "TEACheck",
    "ElmButtonStyle",
  ]

  /// The folder of the built command.
  let buildFolder: URL
  private let folder: URL

  /// The path of the package to depend on.
  var path: String { folder.appendingPathComponent("TEACheck").path }

  /// `PATH` with the `swift` of this library and the built command first. All packages have the same `PATH`, because SwiftPM
  /// builds again when `PATH` changes.
  var searchPath: String { "\(folder.appendingPathComponent("bin").path):\(buildFolder.path):\(Self.usualPath)" }

  /// The objects of the library with their sizes and times. A package that was built with another stamp cannot be reused.
  let stamp: String

  private static var usualPath: String { ProcessInfo.processInfo.environment["PATH"] ?? "" }

  /// Writes the package and the `swift`, unless the folder has them already.
  init(in folder: URL) throws {
    self.folder = folder
    let buildFolder = try ThrowAwayPackage.executable().deletingLastPathComponent().resolvingSymlinksInPath()
    self.buildFolder = buildFolder
    let objects = try Self.objects(in: buildFolder)
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
    try write(try swiftScript(), to: "bin/swift")
    try makeExecutable(program)
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

  /// The object files of the modules, from the list with which an executable was linked. The folders of the modules may also
  /// contain objects of deleted sources.
  private static func objects(in buildFolder: URL) throws -> [String] {
    let list = buildFolder.appendingPathComponent("ElmButtonsChecks.product/Objects.LinkFileList")
    return try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map(String.init)
      .filter { object in modules.contains { object.contains("/\($0).build/") } }
  }

  /// Makes a folder with links to ``modules`` and ``memoryModule``. The build folder has more modules, whose names a package
  /// may use itself.
  private func linkModules() throws {
    let modules = folder.appendingPathComponent("Modules")
    try FileManager.default.createDirectory(at: modules, withIntermediateDirectories: true)
    let files = Self.modules.flatMap { ["\($0).swiftmodule", "\($0).swiftdoc"] }
    for (name, module) in files.map({ ($0, buildFolder.appendingPathComponent("Modules/\($0)")) })
      + [("TEAMemory", Self.memoryModule)]
    {
      let link = modules.appendingPathComponent(name)
      guard (try? FileManager.default.destinationOfSymbolicLink(atPath: link.path)) != module.path else { continue }
      try? FileManager.default.removeItem(at: link)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: module)
    }
  }

  /// The folder of the module that is written in C.
  static let memoryModule = checkoutFolder.appendingPathComponent("Sources/TEACheck/Memory/include")

  /// No folder of `PATH` has a `swift`.
  private struct NoSwift: Error {}

  /// The script `swift`, which calls the usual program with additional arguments. For `swift run tea-check`, it links the
  /// built command to the place where the package would have built it, and runs it there.
  private func swiftScript() throws -> String {
    let usual = Self.usualPath.split(separator: ":").map { "\($0)/swift" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let usual else { throw NoSwift() }
    return """
      #!/bin/sh
      if [ "$1 $2" = "run tea-check" ]; then
        shift 2
        '\(usual)' package resolve >/dev/null 2>&1
        place=$('\(usual)' build --show-bin-path) && mkdir -p "$place" &&
          ln -f '\(buildFolder.appendingPathComponent("tea-check").path)' "$place/tea-check" || exit 1
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
    try folder.write(text, path)
  }
}

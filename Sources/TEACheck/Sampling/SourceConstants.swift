internal import Synchronization
internal import TEAGenerators
internal import TEAResults
internal import TEASupport

/// The constants in the Swift sources of a program. Where the sources are not on this machine, there are none.
enum SourceConstants {
  private static var maxFiles: Int { 200 }
  /// The largest size of all files together, in bytes.
  private static var maxSize: Int { 1_000_000 }

  /// The constants by the file of a specification and the modules of its program. Sources are read once in a process, so that
  /// checks of a program draw alike also where a source changes meanwhile.
  private static let known = Mutex<[[String]: Constants?]>([:])

  /// The constants of the Swift modules that declare some types.
  ///
  /// - Parameters:
  ///   - path: The file of the specification, whose package has the sources.
  ///   - ownModule: The module of that file.
  static func constants(ofModulesOf types: [Any.Type], at path: String, in ownModule: String) -> Constants? {
    let modules = Set(types.flatMap(moduleNames)).subtracting(["Swift", "TEARuntime", "TEACheck"]).sorted()
    return known.withLock { known -> Constants? in
      if let constants = known[[path] + modules] { return constants }
      let files = Set(modules.flatMap { Self.files(ofModule: $0, at: path, isOwn: $0 == ownModule) }).sorted()
      var (sources, size) = ([[UInt8]](), 0)
      for file in files.prefix(maxFiles) {
        // A file that does not fit is left out, and a later one may fit.
        guard let source = try? Platform.readBytes(file, upTo: maxSize - size) else { continue }
        sources.append(source)
        size += source.count
      }
      let constants = Constants(SwiftLiterals(of: sources))
      known[[path] + modules] = .some(constants)
      return constants
    }
  }

  /// The modules in the full name of a type, with those of its generic arguments.
  private static func moduleNames(in type: Any.Type) -> [String] {
    _typeName(type, qualified: true).split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
      .compactMap { $0.split(separator: ".").first.map(String.init) }
  }

  /// The sources of a module. Of a module of tests, which holds much more than a program, only the file of the specification,
  /// as of a specification's module in an unusual folder.
  private static func files(ofModule module: String, at path: String, isOwn: Bool) -> [String] {
    guard let package = package(around: path) else { return isOwn ? [path] : [] }
    let folder = PackageTargets(package: package).folder(ofTarget: module) ?? "\(package)/\(module)"
    if isOwn, !path.hasPrefix("\(folder)/") || folder.hasPrefix("\(package)/Tests/") { return [path] }
    return swiftFiles(in: folder)
  }

  private static func package(around path: String) -> String? {
    var folder = path[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if Platform.exists("\(folder)/Package.swift") { return String(folder) }
    }
    return nil
  }

  /// A folder with a point in its name holds no sources, but assets or documentation.
  private static func swiftFiles(in folder: String) -> [String] {
    Platform.names(in: folder).flatMap { name in
      let path = "\(folder)/\(name)"
      if name.hasSuffix(".swift") { return [path] }
      let isFolder = !name.contains(".") && Platform.stamp(ofFile: path)?.kind == .folder
      return isFolder ? swiftFiles(in: path) : []
    }
  }
}

internal import Synchronization
internal import TEAGenerators
internal import TEAResults
internal import TEARuntime
internal import TEASupport

/// The constants in the Swift sources of a program. Where the sources are not on this machine, there are none.
enum SourceConstants {
  private static var maxFiles: Int { 200 }
  /// The largest size of all files together, in bytes.
  private static var maxSize: Int { 1_000_000 }
  /// The number of files and folders among which the sources of a module are looked for.
  static var maxEntries: Int { 5_000 }

  /// The constants by the file of a specification and the modules of its program. Sources are read once in a process, so that
  /// checks of a program draw alike also where a source changes meanwhile. A check that goes on in another process after a trap
  /// reads them again, for which ``TrapWatch/noteConstants(_:)`` provides.
  private static let known = Mutex<[[String]: Constants?]>([:])

  /// The constants of the Swift modules that declare some types and those inside of them, such as the messages of a child.
  ///
  /// - Parameters:
  ///   - path: The file of the specification, whose package has the sources.
  ///   - ownModule: The module of that file.
  static func constants(ofModulesOf types: [Any.Type], at path: String, in ownModule: String) -> Constants? {
    // In this order, because the modules of the outer types come first where not all files fit.
    var seenModules = TypeShape.closedModules.union(["TEARuntime", "TEACheck"])
    let modules = (types.flatMap(moduleNames) + TypeGraph.types(in: types).compactMap(TypeShape.moduleName))
      .filter { seenModules.insert($0).inserted }
    return known.withLock { known -> Constants? in
      if let constants = known[[path] + modules] { return constants }
      let files = modules.flatMap { Self.files(ofModule: $0, at: path, isOwn: $0 == ownModule).sorted() }
      var (sources, size, seenFiles) = ([[UInt8]](), 0, Set<String>())
      for file in files.filter({ seenFiles.insert($0).inserted }).prefix(maxFiles) {
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
  static func moduleNames(in type: Any.Type) -> [String] {
    _typeName(type, qualified: true).split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
      .compactMap { name in
        // A private type is `Shop.(unknown context at $10ab).Model`, in which only the module stands before a point.
        let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count > 1 && !parts[0].isEmpty ? String(parts[0]) : nil
      }
  }

  /// The sources of a module. Of a module of tests, which holds much more than a program, only the file of the specification,
  /// as of a specification's module in an unusual folder.
  private static func files(ofModule module: String, at path: String, isOwn: Bool) -> [String] {
    guard let package = Platform.packageFolder(ofSourceAt: path) else { return isOwn ? [path] : [] }
    let folder = PackageTargets(package: package).folder(ofTarget: module, besidesTests: true) ?? "\(package)/\(module)"
    if isOwn, !path.hasPrefix("\(folder)/") || folder.hasPrefix("\(package)/Tests/") { return [path] }
    return swiftFiles(in: folder)
  }

  /// The Swift files in a folder and those inside, level by level. A folder with a point in its name holds no sources, but assets
  /// or documentation.
  ///
  /// - Parameters:
  ///   - folder: The path of the outer folder.
  ///   - limit: The number of entries that are looked at, besides hidden ones.
  static func swiftFiles(in folder: String, upTo limit: Int = maxEntries) -> [String] {
    var (files, folders, entryCount, index) = ([String](), [folder], 0, 0)
    while index < folders.count {
      for name in Platform.names(in: folders[index]) where name.first != "." {
        if entryCount == limit { return files }
        entryCount += 1
        let path = "\(folders[index])/\(name)"
        if name.hasSuffix(".swift") {
          files.append(path)
        } else if !name.contains("."), Platform.stamp(ofFile: path)?.kind == .folder {
          folders.append(path)
        }
      }
      index += 1
    }
    return files
  }
}

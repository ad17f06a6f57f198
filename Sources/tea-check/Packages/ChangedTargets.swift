import TEARuntime
internal import TEASupport
import TEAResults
internal import TEAText

/// The targets that changed files belong to.
enum ChangedTargets: Equatable {
  /// All targets, because a changed file may affect any of them.
  case all(because: String)
  /// The targets with these names.
  case some(Set<String>)

  /// - Parameters:
  ///   - paths: The absolute paths of the changed files.
  ///   - description: The output of `swift package describe`.
  ///   - links: The symbolic links in the folders of the targets.
  ///   - dependencies: The folders of the packages that the package depends on.
  ///   - storedTarget: Returns the target that the stored counterexample at a path names; `nil` if the file is gone or names
  ///     none.
  init(
    of paths: [String], in package: String, _ description: JSON, links: TargetLinks = TargetLinks(),
    dependencies: [String], storedTarget: (String) -> String? = { _ in nil }
  ) {
    if !paths.isEmpty, let target = links.unreadTarget {
      self = .all(because: "the target '\(escaped(target))' has more than \(grouped(TargetLinks.limit)) files")
      return
    }
    let targets = description["targets"]?.array ?? []
    var changedNames: Set<String> = []
    for path in paths {
      let fileOfPackage = Self.relative(path, to: package)
      if fileOfPackage == nil,
        let dependency = dependencies.first(where: { path == $0 || Self.relative(path, to: $0) != nil })
      {
        self = .all(because: "'\(escaped(path))' is in '\(escaped(dependency))', which the package depends on")
        return
      }
      let targetsOfFile = targets.filter { target in
        if links.lead(fromTarget: target["name"]?.string ?? "", to: path) { return true }
        guard let file = fileOfPackage, let folder = target["path"]?.string else { return false }
        return Self.isPart(file, of: folder)
      }
      // A file elsewhere concerns the package only where a link leads to it.
      guard let file = fileOfPackage ?? (targetsOfFile.isEmpty ? nil : path) else { continue }
      if targetsOfFile.isEmpty, file.hasSuffix(".md") { continue }
      if targetsOfFile.isEmpty, Self.relative(file, to: CounterexampleStore.defaultFolderName) != nil,
        let target = storedTarget(path), targets.contains(where: { $0["name"]?.string == target })
      {
        changedNames.insert(target)
        continue
      }
      // The package's description does not say which targets use a plugin, a macro or a system library.
      let haveKnownDependents =
        targetsOfFile.allSatisfy { ["library", "executable", "test"].contains($0["type"]?.string) }
      guard !targetsOfFile.isEmpty, haveKnownDependents else {
        self = .all(because: "it is not known what depends on '\(escaped(file))'")
        return
      }
      changedNames.formUnion(targetsOfFile.compactMap { $0["name"]?.string })
    }
    self = .some(changedNames)
  }

  func affects(_ target: JSON, in description: JSON) -> Bool {
    switch self {
    case .all: true
    case .some(let names):
      names.contains(target["name"]?.string ?? "")
        || UserPackage.depends(target, on: names, in: description["targets"]?.array ?? [])
    }
  }

  /// Returns `true` if the changed path `file` is `folder`, lies in it, or contains it.
  ///
  /// `folder` is the folder of a target or the end of a link. A changed submodule, which is a single path, may contain it.
  static func isPart(_ file: String, of folder: String) -> Bool {
    file == folder || relative(file, to: folder) != nil || relative(folder, to: file) != nil
  }

  private static func relative(_ path: String, to folder: String) -> String? {
    folder == "." || folder.isEmpty
      ? path : path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : nil
  }
}

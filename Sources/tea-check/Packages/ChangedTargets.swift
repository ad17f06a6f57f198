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
  ///   - dependencies: The folders of the packages that the package depends on.
  ///   - storedTarget: The target that a stored counterexample names; `nil` where the file is gone or names none.
  init(
    of paths: [String], in package: String, _ description: JSON, dependencies: [String],
    storedTarget: (String) -> String? = { _ in nil }
  ) {
    let targets = description["targets"]?.array ?? []
    var changedNames: Set<String> = []
    for path in paths {
      guard let file = Self.relative(path, to: package) else {
        if let dependency = dependencies.first(where: { path == $0 || Self.relative(path, to: $0) != nil }) {
          self = .all(because: "'\(escaped(path))' is in '\(escaped(dependency))', which the package depends on")
          return
        }
        continue
      }
      // A changed submodule is a single path, and the folder of a target may be inside of it.
      let targetsOfFile = targets.filter { target in
        guard let folder = target["path"]?.string else { return false }
        return Self.relative(file, to: folder) != nil || file == folder
          || Self.relative(folder, to: file) != nil
      }
      if targetsOfFile.isEmpty, file.hasSuffix(".md") { continue }
      if targetsOfFile.isEmpty, Self.relative(file, to: CounterexampleStore.usualName) != nil,
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

  private static func relative(_ path: String, to folder: String) -> String? {
    folder == "." || folder.isEmpty
      ? path : path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : nil
  }
}

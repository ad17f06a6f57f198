internal import TEASupport

/// The targets of a package, by its usual folders and the text of its manifest. A test cannot ask the package manager, and a
/// command would wait a second for the answer.
package struct PackageTargets {
  /// The path of the package's folder.
  private let package: String

  package init(package: String) { self.package = package }

  /// The folders in which the package manager looks for targets that have no path of their own.
  private static let folders = ["Sources", "Source", "src", "srcs", "Tests"]
  /// The largest number of files and folders of a target that are looked at.
  private static let maxCount = 5_000

  /// Returns `false` where the package lacks the target, or no source of the target contains the module's name. Sources that
  /// cannot be found or read count as containing the name.
  func mayDeclareSpecification(of module: String, in target: String) -> Bool {
    if let folder = folder(ofTarget: target) {
      var count = 0
      // A generic module is looked for by the name before its arguments.
      return contains(module.prefix { $0.isLetter || $0.isNumber || $0 == "_" }, folder: folder, &count)
    }
    let manifests = Platform.names(in: package).filter { $0.hasPrefix("Package") && $0.hasSuffix(".swift") }
    return manifests.isEmpty
      || manifests.contains { manifest in
        guard let text = try? Platform.read("\(package)/\(manifest)") else { return true }
        return text.split(separator: "\"").contains { Self.isName($0, ofTarget: target) }
      }
  }

  /// The path of a target's folder; `nil` where it is in none of the usual ones, and the manifest's text gives it no `path`.
  ///
  /// - Parameter besidesTests: The `path` of a target of tests is not taken.
  package func folder(ofTarget target: String, besidesTests: Bool = false) -> String? {
    for folder in Self.folders {
      for name in Platform.names(in: "\(package)/\(folder)") where Self.isName(name, ofTarget: target) {
        return "\(package)/\(folder)/\(name)"
      }
    }
    return folder(inManifest: target, besidesTests: besidesTests)
  }

  /// The folder of the `path` that stands behind a target's name, in the same parentheses. A manifest that is written in another
  /// way, or has such brackets or quotation marks in comments, may give none.
  private func folder(inManifest target: String, besidesTests: Bool) -> String? {
    // Every other part is a literal.
    let parts = ((try? Platform.read("\(package)/Package.swift")) ?? "")
      .split(separator: "\"", omittingEmptySubsequences: false)
    func ends(_ part: Substring, with words: String) -> Bool { part.filter { !$0.isWhitespace }.hasSuffix(words) }
    for name in stride(from: 1, to: parts.count, by: 2)
    where Self.isName(parts[name], ofTarget: target) && ends(parts[name - 1], with: "arget(name:")
      && !(besidesTests && ends(parts[name - 1], with: ".testTarget(name:"))
    {
      var depth = 0
      for code in stride(from: name + 1, to: parts.count - 1, by: 2) {
        for character in parts[code] where depth >= 0 {
          depth += "([".contains(character) ? 1 : ")]".contains(character) ? -1 : 0
        }
        if depth < 0 { break }
        guard depth == 0, ends(parts[code], with: "path:") else { continue }
        let steps = parts[code + 1].split(separator: "/").filter { $0 != "." }
        let folder = ([package[...]] + steps).joined(separator: "/")
        return Platform.stamp(ofFile: folder, followingLinks: true)?.kind == .folder ? folder : nil
      }
    }
    return nil
  }

  /// Returns whether a name is that of a target. The target may be written as in sources, with `_` for each character that an
  /// identifier cannot have.
  private static func isName(_ name: some StringProtocol, ofTarget target: String) -> Bool {
    name.count == target.count
      && zip(name, target).allSatisfy { $0 == $1 || $1 == "_" && !$0.isLetter && !$0.isNumber }
  }

  /// Returns `true` where a Swift file in the folder contains the word or cannot be read, and for more than ``maxCount`` files
  /// and folders.
  ///
  /// - Parameter count: The number of files and folders that were looked at so far.
  private func contains(_ word: Substring, folder: String, _ count: inout Int) -> Bool {
    for name in Platform.names(in: folder) where !name.hasPrefix(".") {
      count += 1
      guard count <= Self.maxCount else { return true }
      let path = "\(folder)/\(name)"
      if name.hasSuffix(".swift") {
        guard let text = try? Platform.read(path), !text.contains(word) else { return true }
      } else if Platform.stamp(ofFile: path, followingLinks: true)?.kind == .folder,
        contains(word, folder: path, &count)
      {
        return true
      }
    }
    return false
  }
}

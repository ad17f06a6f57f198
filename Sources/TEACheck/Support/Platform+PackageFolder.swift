#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension Platform {
  /// The folder of the package in which this process works: `""` for the current folder, `"../"` for the one around it, and so
  /// on; `nil` where no folder up to the root has a manifest.
  package static func packageFolder(exists: (String) -> Bool = { Platform.exists($0) }) -> String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return packageFolder(above: String(cString: path), exists: exists)
  }

  static func packageFolder(above path: String, exists: (String) -> Bool) -> String? {
    let depth = path.split(separator: "/").count
    return (0...depth).lazy.map { String(repeating: "../", count: $0) }.first { exists("\($0)Package.swift") }
  }
}

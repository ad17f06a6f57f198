internal import TEASupport

extension CounterexampleStore {
  /// The environment variable that names another folder, or says `off`.
  static let variable = "TEACHECK_STORE"

  /// The folder that an option or the environment names.
  ///
  /// - Returns: `nil` where neither names a folder; otherwise the path, or `.some(nil)` for `off`.
  static func requestedFolder(_ option: String? = nil) -> String?? {
    guard let asked = option ?? Platform.environment(variable) else { return nil }
    return .some(asked == "off" || asked.isEmpty ? nil : asked)
  }

  /// The folder of a suite: the requested one, or that of the package in the current folder.
  static func folder(ofSuite option: String?) -> String? {
    requestedFolder(option) ?? (Platform.exists("Package.swift") ? usualName : nil)
  }

  /// The folder of a check that runs as a test: the requested one, or that of the package with its source.
  ///
  /// A file `.tea-check` with the text `off`, in a folder above the source, switches storing off: tests of a test tool fail
  /// on purpose.
  ///
  /// - Parameter configured: The setting in the package's file.
  static func folder(ofTestAt path: String, configured: String? = nil) -> String? {
    if let asked = requestedFolder() { return asked }
    var folder = path[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if let text = try? Platform.read("\(folder)/\(usualName)", upTo: 100),
        text.split(whereSeparator: \.isWhitespace) == ["off"]
      {
        return nil
      }
      if Platform.exists("\(folder)/Package.swift") { return requestedFolder(configured) ?? "\(folder)/\(usualName)" }
    }
    return nil
  }
}

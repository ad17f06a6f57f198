internal import TEASupport

extension CounterexampleStore {
  /// The environment variable that names another folder, or says `off`.
  static let variable = "TEACHECK_STORE"

  /// The folder that an option or the environment names.
  ///
  /// - Returns: `nil` where neither is given; otherwise the path, or `.some(nil)` for `off` and for an empty text.
  static func requestedFolder(_ option: String? = nil) -> String?? {
    guard let requested = option ?? Platform.environment(variable) else { return nil }
    return .some(requested == "off" || requested.isEmpty ? nil : requested)
  }

  /// The folder of a suite: the requested folder or, if the current folder holds a package, the usual folder in it.
  ///
  /// - Parameter option: The value of `--store`; `nil` where the option is not given.
  /// - Returns: `nil` where counterexamples are not stored.
  package static func folder(ofSuiteWithOption option: String?) -> String? {
    requestedFolder(option) ?? (Platform.exists("Package.swift") ? usualName : nil)
  }

  /// The folder of a check that runs as a test: the requested folder, or the usual folder of the package that holds the check's
  /// source.
  ///
  /// A file `.tea-check` with the text `off`, in a folder above the source, switches storing off. Such a file is meant for the
  /// tests of test tools, which fail on purpose.
  ///
  /// - Parameters:
  ///   - path: The path of the check's source.
  ///   - configured: The value of `store` in the package's settings file.
  /// - Returns: `nil` where counterexamples are not stored.
  package static func folder(ofTestAt path: String, configured: String? = nil) -> String? {
    if let requested = requestedFolder() { return requested }
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

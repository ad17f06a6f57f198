internal import TEASupport

extension CounterexampleStore {
  /// The environment variable that names another folder, or says `off`.
  static let variable = "TEACHECK_STORE"

  /// The value of the variable; `nil` where it is missing or empty.
  package static var valueOfVariable: String? {
    guard let value = Platform.environment(variable), !value.isEmpty else { return nil }
    return value
  }

  /// The folder that an option or the environment names: `nil` where neither is given, and `.some(nil)` for `off` or an empty
  /// option.
  static func requestedFolder(_ option: String? = nil) -> String?? {
    guard let requested = option ?? valueOfVariable else { return nil }
    return .some(requested == "off" || requested.isEmpty ? nil : requested)
  }

  /// The folder of a suite; `nil` where counterexamples are not stored.
  package static func folder(ofSuiteWithOption option: String?) -> String? {
    requestedFolder(option) ?? (Platform.exists("Package.swift") ? usualName : nil)
  }

  /// The folder of a check that runs as a test; `nil` where counterexamples are not stored.
  ///
  /// A file `.tea-check` with the text `off`, in a folder from the source up to the package's, switches storing off unless the
  /// environment names a folder. The file is meant for the tests of test tools, which fail on purpose.
  ///
  /// - Parameter configured: The value of `store` in the package's settings file.
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

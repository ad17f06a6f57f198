internal import TEASupport

extension CounterexampleStore {
  /// The environment variable that names the folder of counterexamples; the value `off` switches storing off.
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

  /// The folder for the counterexamples of a suite; `nil` where they are not stored.
  ///
  /// Without a requested folder, this is the usual folder of the package that contains the working directory, at any depth.
  package static func folder(ofSuiteWithOption option: String?) -> String? {
    requestedFolder(option) ?? Platform.packageFolder().map { $0 + defaultFolderName }
  }

  /// The remark that a requested folder does not exist, so that a misspelt name is seen; `nil` for a folder that exists, and
  /// where no folder is requested.
  ///
  /// - Parameter folder: The folder that an option or the settings file names; `nil` to read the variable.
  package static func remark(onRequested folder: String?) -> String? {
    guard case .some(.some(let folder)) = requestedFolder(folder), !Platform.exists(folder) else { return nil }
    return "there is no folder '\(printableLine(folder))' of counterexamples, so none is replayed; it is made for the "
      + "first that is found"
  }

  /// The folder for the counterexamples of a check that runs as a test; `nil` where they are not stored.
  ///
  /// A file `.tea-check` with the text `off` switches storing off, but a folder that the environment names takes precedence.
  /// The file stands in the folder of the source, or in a folder above, up to the package's. It is meant for tests whose checks
  /// fail on purpose, such as the tests of TEACheck itself.
  ///
  /// - Parameter configured: The value of `store` in the package's settings file.
  package static func folder(ofTestAt path: String, configured: String? = nil) -> String? {
    if let requested = requestedFolder() { return requested }
    var folder = path[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if let text = try? Platform.read("\(folder)/\(defaultFolderName)", upTo: 100),
        text.split(whereSeparator: \.isWhitespace) == ["off"]
      {
        return nil
      }
      if Platform.exists("\(folder)/Package.swift") {
        return requestedFolder(configured) ?? "\(folder)/\(defaultFolderName)"
      }
    }
    return nil
  }
}

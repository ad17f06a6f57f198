internal import TEASupport

extension CounterexampleStore {
  /// The environment variable that names another folder, or says `off`.
  static let variable = "TEACHECK_STORE"

  /// The folder that an option or the environment asks for.
  ///
  /// - Returns: `nil` where nothing asks for any; a path, or nothing for none at all.
  static func requestedFolder(_ option: String? = nil) -> String?? {
    guard let asked = option ?? Platform.environment(variable) else { return nil }
    return .some(asked == "off" || asked.isEmpty ? nil : asked)
  }

  /// The folder of a suite: as asked for, else that of the package whose root is the current folder.
  static func folder(ofSuite option: String?) -> String? {
    requestedFolder(option) ?? (Platform.exists("Package.swift") ? usualName : nil)
  }

  /// The folder of a check that runs as a test: as asked for, else that of the package that its source belongs to.
  ///
  /// A folder on the way up may hold a file `.tea-check` that says `off`, as the tests of a test tool do.
  ///
  /// - Parameter configured: What the package's file says.
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

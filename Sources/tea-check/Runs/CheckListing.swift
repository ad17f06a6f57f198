internal import TEAResults
import TEASupport

/// The output of `tea-check list`.
enum CheckListing {
  static func write(_ checks: [SuiteCheck], of package: UserPackage, as format: Invocation.Format) {
    let repository = Repository(containing: package.path)
    var suite = ""
    for check in checks {
      if format == .json {
        Platform.write(check.record(in: repository).text + "\n", to: Platform.standardOutput)
        continue
      }
      if check.suite.name != suite {
        suite = check.suite.name
        Platform.write("\(suite)\n", to: Platform.standardOutput)
      }
      Platform.write("  \(printableLine(check.title))   \(printableLine(check.place))\n", to: Platform.standardOutput)
    }
  }
}

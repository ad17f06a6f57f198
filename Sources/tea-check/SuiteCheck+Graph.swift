import Foundation
import TEACheck

extension SuiteCheck {
  /// Lets the suite draw the graph of the check.
  ///
  /// - Returns: The exit code.
  func draw(_ invocation: Invocation) throws -> Int32 {
    let (status, wasSignalled) = try Subprocess.start(
      suite.executable, ["graph"] + invocation.engineArguments + ["--", title]
    ) { data in
      // Whoever read the graph may have gone away.
      try? FileHandle.standardOutput.write(contentsOf: data)
    }
    guard wasSignalled else { return status }
    Platform.write(
      "Error: \(suite.name) died while it explored \(title): it was killed by signal \(status). Its last words stand "
        + "above, if it had any.\n", to: Platform.standardError)
    return ExitCode.violated
  }
}

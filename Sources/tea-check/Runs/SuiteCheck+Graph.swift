internal import TEAText
internal import TEARuntime
internal import TEAResults
import TEASupport
import Foundation

extension SuiteCheck {
  func writeGraph(_ invocation: Invocation) throws -> Int32 {
    let interruption = Interruption.handleSignals()
    let end = try Subprocess.execute(
      suite.executable, ["graph"] + invocation.suiteArguments + ["--", escaped(listed.title)]
    ) { data in
      data.withUnsafeBytes { Platform.write($0, to: Platform.standardOutput) }
    }
    if interruption.isRequested {
      // The suite may have died while its progress stood on the terminal.
      if Platform.isTerminal(Platform.standardError) { Platform.write("\n", to: Platform.standardError) }
      Platform.write(
        "Error: The search was interrupted: there is no graph of '\(printableLine(listed.title))'\n",
        to: Platform.standardError)
      return ExitCode.interrupted
    }
    guard end.isOfTrap else { return end.status }
    Platform.write(
      "Error: There is no graph of '\(printableLine(listed.title))': a step trapped, and \(suite.name) died "
        + "(\(end.text)). The steps stand above; 'tea-check check' shrinks them.\n", to: Platform.standardError)
    return ExitCode.violated
  }
}

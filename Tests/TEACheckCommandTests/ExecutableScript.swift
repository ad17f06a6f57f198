import Foundation
import Testing

@testable import tea_check

/// Makes a script, which this process has just written, executable.
///
/// The script is replaced by a copy that another process makes. A program that is open for writing cannot be started, and this
/// process may have passed the open file on to a process that another test started meanwhile.
func makeExecutable(_ script: URL) throws {
  let command = #"cp "$1" "$1.copy" && chmod 755 "$1.copy" && mv "$1.copy" "$1""#
  let run = try Subprocess.run("sh", ["-c", command, "sh", script.path])
  try #require(run.succeeded, "\(run.errors)")
}

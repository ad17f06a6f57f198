import Foundation
import Testing

@testable import tea_check

/// Makes a script executable that this process has just written.
///
/// Another process copies it first: a program that is open for writing cannot be started, and a test that starts a process at
/// the same moment passes the open file on to it.
func makeExecutable(_ script: URL) throws {
  let command = #"cp "$1" "$1.copy" && chmod 755 "$1.copy" && mv "$1.copy" "$1""#
  let run = try Subprocess.run("sh", ["-c", command, "sh", script.path])
  try #require(run.succeeded, "\(run.errors)")
}

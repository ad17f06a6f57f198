import Foundation
import TEASupport
import Testing

@testable import tea_check

/// Processes that have ended, while a process that they started still holds their output.
@Suite struct LeftProcessTests {
  /// The arguments of `sh` for a process that ends at once and leaves another process behind. The other process takes an action
  /// every tenth of a second, a hundred times, and then makes a file. A caller that sees the file has waited for that process.
  private func script(_ file: URL, whileWaiting action: String) -> [String] {
    let loop = "i=0; while [ $i -lt 100 ]; do \(action); sleep 0.1; i=$((i+1)); done; touch \(file.path)"
    return ["-c", "echo first; echo second; (\(loop)) &"]
  }

  /// Calls `body` with the path of a file, which does not exist yet, in a new folder.
  private func withFile(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "left-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appending(path: "ended"))
  }

  @Test(arguments: [":", "echo more"])
  func `the command does not wait for a process that holds the output of an ended process`(_ action: String) throws {
    try withFile { file in
      let run = try Subprocess.run("sh", script(file, whileWaiting: action))
      #expect(run.succeeded && run.output.hasPrefix("first\nsecond\n"))
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
  }

  @Test(arguments: [":", "echo more", "echo more >&2"])
  func `reading lines does not wait for a process that holds the output of an ended process`(_ action: String) throws {
    try withFile { file in
      let child = try #require(ChildProcess("/bin/sh", script(file, whileWaiting: action)))
      #expect(child.readLine() == "first" && child.readLine() == "second")
      while child.readLine() != nil {}
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
  }

  @Test func `the release of a child process does not wait for a process that holds its standard error`() throws {
    try withFile { file in
      var child = ChildProcess("/bin/sh", script(file, whileWaiting: "echo more >&2"))
      #expect(child?.readLine() == "first")
      child = nil
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
  }
}

import TEARuntime
internal import TEASupport
import Foundation
import TEAResults
internal import TEAText

/// The repository that contains a folder, read by the user's own git.
struct Git {
  /// The top folder of the working tree, as git names it, without a slash at its end.
  let root: String
  /// The path of the given folder within the repository, empty or with a slash at its end.
  let prefix: String

  /// - Parameter purpose: The option or command that needs git, for errors.
  init(containing folder: String, for purpose: String) throws {
    // Git says in the locale C, without translation, that a folder is in no repository.
    let top = try Subprocess.run(
      "env", ["LC_ALL=C", "git", "-C", folder, "rev-parse", "--show-toplevel", "--show-prefix"])
    guard top.succeeded else {
      // For a program that is not in `PATH`, the status is 127.
      if top.end.status == 127 { throw UsageError("'\(purpose)' asks git, which is not installed") }
      guard top.errors.contains("not a git repository") else {
        throw BuildError(problem: "git cannot say what changed", output: top.errors)
      }
      throw UsageError(
        "'\(purpose)' asks git, and \(folder == "." ? "this folder" : "'\(folder)'") is in no repository")
    }
    let lines = top.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    (root, prefix) = (lines[0], lines.count > 1 ? lines[1] : "")
  }

  func commit(_ revision: String) throws -> String {
    // A revision that begins with a hyphen must not be taken for an option.
    let commit = try run("rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}")
    guard commit.succeeded else {
      throw UsageError(
        "There is no revision '\(escaped(revision))' in this repository; in CI, the checkout may have to be deeper")
    }
    return String(commit.output.prefix { $0 != "\n" })
  }

  func run(_ arguments: String...) throws -> FinishedProcess { try Self.run(["-C", root] + arguments) }

  static func run(_ arguments: [String]) throws -> FinishedProcess { try Subprocess.run("git", arguments) }
}

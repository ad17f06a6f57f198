import Foundation
import TEACheck
import Testing

@testable import tea_check

/// The guide to continuous integration: its commands are understood, and its hook is run by git.
@Suite struct GuideTests {
  private static let page = text(of: "ContinuousIntegration")

  private static func text(of name: String) -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let path = "Sources/TEACheck/TEACheck.docc/\(name).md"
    return (try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)) ?? ""
  }

  /// Both are whole snapshots of other tests.
  @Test func `what the guide to differences shows is what is printed`() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let blocks = Self.text(of: "Differences").split(separator: "```").map(String.init)
    let shown = blocks.filter { $0.hasPrefix("\n≠") || $0.hasPrefix("\n=") }
    #expect(shown.count == 2)
    let snapshots = try ["EndToEndTests+Diff.swift", "Differences/DifferenceOutputTests.swift"].map {
      try String(contentsOf: tests.appendingPathComponent($0), encoding: .utf8)
    }
    let printed = snapshots.joined().split(separator: "\n").map { $0.trimmingPrefix(#/ {8}/#) }.joined(separator: "\n")
    for block in shown {
      let lines = block.split(separator: "\n").joined(separator: "\n")
      #expect(printed.contains(lines), "\(lines)")
    }
  }

  @Test(arguments: [("Differences", 6), ("Suggestions", 4)])
  func `commands of other guides are understood`(_ page: String, _ count: Int) throws {
    let lines = Self.text(of: page).split(separator: "\n").filter { $0.contains("swift run tea-check") }
    #expect(lines.count == count)
    for line in lines {
      let command = line[try #require(line.firstRange(of: "swift run tea-check")).upperBound...]
      let words = String(command).replacing(/\$\{\{ ([a-z_.]+) \}\}/) { String($0.1) }.replacing(
        #/ *[#>] .*/#, with: "")
      _ = try Invocation(arguments: words.split(separator: " ").map(String.init))
    }
    for word in Self.text(of: page).matches(of: /`(--[a-z-]+)[ `]/) {
      #expect(Invocation.options.contains { $0.name == word.1 }, "\(word.1)")
    }
  }

  @Test func `every command is understood`() throws {
    let lines = Self.page.split(separator: "\n").filter { $0.contains("swift run tea-check") }
    #expect(lines.count == 5)
    var revisions: [String] = []
    for line in lines {
      let command = line[try #require(line.firstRange(of: "swift run tea-check")).upperBound...]
      let words = String(command).replacing(/\$\{\{ ([a-z_.]+) \}\}/) { String($0.1) }
        .replacing("$ARGUMENTS", with: "--changed-since $CI_MERGE_REQUEST_DIFF_BASE_SHA")
        .split(separator: " ").map(String.init)
      let invocation = try Invocation(arguments: words)
      #expect(invocation.command == .check)
      revisions += invocation.changedSince.map { [$0] } ?? []
    }
    #expect(revisions == ["github.event.pull_request.base.sha", "$CI_MERGE_REQUEST_DIFF_BASE_SHA", "HEAD"])
    #expect(Self.page.contains("ARGUMENTS: --changed-since $CI_MERGE_REQUEST_DIFF_BASE_SHA\n"))
  }

  @Test func `options that the guide names are options`() {
    for word in Self.page.matches(of: /`(--[a-z-]+)`/) {
      #expect(Invocation.options.contains { $0.name == word.1 }, "\(word.1)")
    }
  }

  /// A repository with the hook, and a `swift` that writes down what it is asked and exits as it is told.
  @Test(arguments: [0, 1] as [Int32]) func `the hook lets a commit through that passes`(_ code: Int32) throws {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("tea-check-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ text: String, _ path: String) throws {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
    let hook = try #require(Self.page.split(separator: "```bash\n").last?.split(separator: "```").first)
    try write(
      "#!/bin/sh\necho \"$@\" > '\(folder.path)/asked'\nenv | grep ^GIT_ >> '\(folder.path)/asked'\nexit \(code)\n",
      "tools/swift")
    try write("a", "Package/a.swift")
    func git(_ arguments: String...) throws -> FinishedProcess {
      let path = "PATH=\(folder.path)/tools:\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
      let options = [
        "-C", "\(folder.path)/Package", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false",
      ]
      return try Subprocess.run("env", [path, "GIT_CONFIG_NOSYSTEM=1", "git"] + options + arguments)
    }
    try #require(try git("init", "--quiet").succeeded)
    try write(String(hook), "Package/.git/hooks/pre-commit")
    try #require(try git("add", ".").succeeded)
    let commit = try git("commit", "--quiet", "-m", "one")
    #expect(commit.succeeded == (code == 0), "\(commit)")
    #expect(try git("rev-parse", "--verify", "HEAD").succeeded == (code == 0))
    let asked = try String(contentsOf: folder.appendingPathComponent("asked"), encoding: .utf8)
    #expect(asked.hasPrefix("run tea-check --changed-since HEAD\n"))
    #expect(!asked.contains("GIT_DIR") && !asked.contains("GIT_INDEX_FILE"), "\(asked)")
  }
}

import Foundation
import TEACheck
import Testing

@testable import tea_check

/// Pages that show the command: the command accepts their command lines and prints their outputs, and git runs their hook.
@Suite struct GuideTests {
  /// The pages of all catalogs by their names, and the README. Where two pages have one name, the second is under its path.
  static let pages: [String: String] = {
    let files = FileManager.default.enumerator(
      at: checkoutFolder.appendingPathComponent("Sources"), includingPropertiesForKeys: nil)
    let readme = checkoutFolder.appendingPathComponent("README.md")
    var pages = ["README": (try? String(contentsOf: readme, encoding: .utf8)) ?? ""]
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "md", file.path.contains(".docc/") else { continue }
      let name = file.deletingPathExtension().lastPathComponent
      pages[pages[name] == nil ? name : file.path] = try? String(contentsOf: file, encoding: .utf8)
    }
    return pages
  }()

  /// The pages show two outputs. Other tests, whose sources are read here, expect both as a whole.
  @Test func `the outputs on the pages about differences are printed`() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let blocks = ["Differences", "SameBehaviour"].flatMap {
      Self.pages[$0, default: ""].split(separator: "```").map(String.init)
    }
    let shownOutputs = blocks.filter { $0.hasPrefix("\n≠") || $0.hasPrefix("\n=") }
    #expect(shownOutputs.count == 2)
    let testSources = try ["DiffEndToEndTests.swift", "Differences/DifferenceOutputTests.swift"].map {
      try String(contentsOf: tests.appendingPathComponent($0), encoding: .utf8)
    }
    let expectedOutputs = testSources.joined().split(separator: "\n").map { $0.trimmingPrefix(#/ {8}/#) }.joined(
      separator: "\n")
    for block in shownOutputs {
      let lines = block.split(separator: "\n").joined(separator: "\n")
      #expect(expectedOutputs.contains(lines), "\(lines)")
    }
  }

  /// The lines of a page that call `tea-check`, each with the arguments that the shell would pass.
  private static func commands(of page: String) -> [(line: String, arguments: [String])] {
    page.split(separator: "\n").compactMap { line in
      guard let call = line.firstMatch(of: /swift run (?:-c release )?tea-check(?= |$)/) else { return nil }
      // A comment, a closing backtick, a redirection and a second column of text are cut off, and variables get values.
      let words = String(line[call.range.upperBound...])
        .replacing(#/ *([#`]|> ).*/#, with: "").replacing(#/ {2,}.*/#, with: "")
        .replacing(/\$\{\{ ([a-z_.]+) \}\}/) { String($0.1) }
        .replacing("$ARGUMENTS", with: "--changed-since $CI_MERGE_REQUEST_DIFF_BASE_SHA")
        .replacing("--shard auto", with: "--shard 1/8").replacing("$i/3", with: "1/3")
      // A text in quotation marks is one argument.
      let arguments = words.split(separator: /["']/, omittingEmptySubsequences: false).enumerated().flatMap {
        $0.offset.isMultiple(of: 2) ? $0.element.split(separator: " ").map(String.init) : [String($0.element)]
      }
      return (String(line), arguments)
    }
  }

  @Test func `every command line of every page is understood`() throws {
    var count = 0
    for (name, page) in Self.pages {
      for (line, arguments) in Self.commands(of: page) {
        count += 1
        #expect(throws: Never.self, "\(name): \(line)") { try Invocation(arguments: arguments) }
      }
    }
    // A smaller count means that the pages or their lines were not found.
    #expect(count > 60, "\(count)")
  }

  @Test func `every option that a page names is an option`() {
    // Options of other programs, which the pages name.
    let foreignOptions = [
      "--branch", "--no-verify", "--body-file", "--fail", "--header", "--form", "--watch", "--cpus-per-task", "--array",
    ]
    var count = 0
    for (name, page) in Self.pages {
      for word in page.matches(of: /`(--[a-z][a-z-]+)(?=[ `=])/) where !foreignOptions.contains(String(word.1)) {
        count += 1
        #expect(Invocation.options.contains { $0.name == word.1 }, "\(name): \(word.1)")
      }
    }
    // A smaller count means that the pages or their options were not found.
    #expect(count > 150, "\(count)")
  }

  @Test func `jobs and hooks check since a revision, and jobs with shards give a shard to each check`() throws {
    func invocations(_ page: String) throws -> [Invocation] {
      try Self.commands(of: Self.pages[page, default: ""]).map { try Invocation(arguments: $0.arguments) }
    }
    let revisions = try ["GitHub", "GitLab", "CommitHooks"].flatMap { try invocations($0).compactMap(\.changedSince) }
    #expect(
      revisions == [
        "github.event.pull_request.base.sha", "$CI_MERGE_REQUEST_DIFF_BASE_SHA", "HEAD", "HEAD",
      ])
    #expect(Self.pages["GitLab"]?.contains("ARGUMENTS: --changed-since $CI_MERGE_REQUEST_DIFF_BASE_SHA\n") == true)
    for page in ["Sharding", "Slurm", "Kubernetes"] {
      let found = try invocations(page).filter { [.check, .merge].contains($0.command) }
      #expect(found.count >= 2)
      for invocation in found {
        #expect((invocation.settings.shard != nil) == (invocation.command == .check), "\(page)")
      }
    }
  }

  /// The repository of this test has the hook. A `swift` comes first in `PATH`; it logs its arguments and exits with `code`.
  @Test(arguments: [0, 1] as [Int32]) func `only a commit that passes gets through the hook`(_ code: Int32) throws {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("tea-check-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ text: String, _ path: String) throws {
      try folder.write(text, path)
      try makeExecutable(folder.appendingPathComponent(path))
    }
    let hook = try #require(
      Self.pages["CommitHooks", default: ""].split(separator: "```bash\n").last?.split(separator: "```").first)
    try write(
      "#!/bin/sh\necho \"$@\" > '\(folder.path)/calls'\nenv | grep ^GIT_ >> '\(folder.path)/calls'\nexit \(code)\n",
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
    let calls = try String(contentsOf: folder.appendingPathComponent("calls"), encoding: .utf8)
    #expect(calls.hasPrefix("run tea-check --changed-since HEAD\n"))
    #expect(!calls.contains("GIT_DIR") && !calls.contains("GIT_INDEX_FILE"), "\(calls)")
  }
}

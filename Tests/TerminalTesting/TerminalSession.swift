package import Foundation

/// A shell in a terminal, which tests drive with real keys, as a person would.
///
/// The terminal is tmux's, with a server of its own.
package struct TerminalSession {
  /// The path of tmux; `nil` if it is not installed.
  private static let tmux = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
    .map { "\($0)/tmux" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  package static var isAvailable: Bool { tmux != nil }

  /// The shell's first working directory, which is new.
  package let folder: URL

  /// Receives a copy of all output to the terminal: after new output, the screen may have changed.
  private let outputCopy: NamedPipe

  private var socket: String { folder.appendingPathComponent("tmux").path }

  private init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("seed-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    outputCopy = try NamedPipe(path: folder.appendingPathComponent("copy").path)
  }

  /// Starts a shell that finds the executables of this package, and waits for its prompt.
  private func begin(columns: Int, rows: Int, with executable: String) throws {
    let path = "\(try Self.productFolder(with: executable).path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
    try tmux(
      "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c", folder.path,
      "exec env 'PS1=$ ' SWIFT_BACKTRACE=enable=no 'PATH=\(path)' sh -i")
    try tmux("pipe-pane", "exec cat >'\(outputCopy.path)'")
    try wait(for: "$")
  }

  /// Runs a test in a new terminal, and afterwards ends all that runs there.
  ///
  /// - Parameter executable: An executable of this package, whose folder becomes part of the shell's `PATH`.
  package static func run(
    columns: Int = 60, rows: Int = 16, with executable: String = "PoppelCounter",
    _ test: (TerminalSession) throws -> Void
  ) throws {
    let session = try TerminalSession()
    defer { session.end() }
    try session.begin(columns: columns, rows: rows, with: executable)
    try test(session)
  }

  private func end() {
    _ = try? tmux("kill-server")
    outputCopy.close()
    try? FileManager.default.removeItem(at: folder)
  }

  package func type(_ text: String) throws { try tmux("send-keys", "-l", "--", text) }

  /// Presses keys, by the names that tmux has for them: `Enter`, `Tab`, `C-c`.
  package func press(_ keys: String...) throws { try tmux(["send-keys", "--"] + keys) }

  /// Sends bytes to the program in the terminal, as the terminal itself does to report that its window has the focus.
  package func send(bytes: [UInt8]) throws {
    try tmux(["send-keys", "-H"] + bytes.map { String($0, radix: 16) })
  }

  /// Sends a signal to a child process of the shell, or to a grandchild.
  ///
  /// - Parameters:
  ///   - program: The name of the process that gets the signal.
  ///   - parent: The name of the process's parent, if the process is a grandchild; `nil` if its parent is the shell.
  package func kill(_ signal: String, _ program: String, of parent: String? = nil) throws {
    var parentNumber = try tmux("display-message", "-p", "#{pane_pid}").filter(\.isNumber)
    // Linux keeps the first 15 bytes of a process's name.
    func runOnChild(_ words: String..., named name: String) throws -> String {
      try run("/usr/bin/env", words + ["-P", parentNumber, "-x", String(name.prefix(15))])
    }
    if let parent { parentNumber = try runOnChild("pgrep", named: parent).filter(\.isNumber) }
    _ = try runOnChild("pkill", "-\(signal)", named: program)
  }

  package func resize(columns: Int, rows: Int) throws {
    try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// The lines on the screen, without the empty lines at the bottom.
  package func screen() throws -> [String] {
    var lines = try tmux("capture-pane", "-p").split(separator: "\n", omittingEmptySubsequences: false)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map(String.init)
  }

  /// Waits until the screen shows a text; looks at the screen again after each output.
  ///
  /// - Returns: The screen.
  /// - Throws: ``NotShown`` when the text is not there, and for two minutes there is no more output.
  @discardableResult
  package func wait(for text: String) throws -> [String] {
    try wait(for: "“\(text)”") { screen in screen.contains { $0.contains(text) } }
  }

  /// Waits until the screen has exactly these lines; looks at the screen again after each output.
  ///
  /// - Throws: ``NotShown`` when the screen has other lines, and for two minutes there is no more output.
  package func wait(forScreen expected: [String]) throws {
    try wait(for: expected.joined(separator: "\n")) { $0 == expected }
  }

  @discardableResult
  private func wait(for expectation: String, _ isMet: ([String]) -> Bool) throws -> [String] {
    while true {
      let screen = try screen()
      if isMet(screen) { return screen }
      guard outputCopy.awaitMore() else { throw NotShown(expectation: expectation, screen: screen) }
    }
  }

  /// The error of a screen that never showed the expected text or lines.
  package struct NotShown: Error, CustomStringConvertible {
    var expectation: String
    var screen: [String]

    package var description: String {
      "the terminal never showed\n\(expectation)\nbut at last\n" + screen.joined(separator: "\n")
    }
  }

  /// The error of executables that are neither beside the test bundle nor in the folders around it.
  struct NoExecutables: Error {
    var searchedPlaces: [String]
  }

  @discardableResult
  private func tmux(_ arguments: String...) throws -> String { try tmux(arguments) }

  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    try run(Self.tmux ?? "/usr/bin/tmux", ["-u", "-f", "/dev/null", "-S", socket] + arguments)
  }

  @discardableResult
  private func run(_ path: String, _ arguments: [String]) throws -> String {
    let environment = ProcessInfo.processInfo.environment.filter { !["TMUX", "ENV", "PS1"].contains($0.key) }
    let output = folder.appendingPathComponent("output.txt")
    return try Subprocess(path: path, arguments: arguments, environment: environment).run(output: output)
  }

  /// Returns the first folder, in or around the places of this process and its bundles, that contains the named executable.
  private static func productFolder(with executable: String) throws -> URL {
    let searchedPlaces =
      [Bundle.main.bundleURL, URL(fileURLWithPath: CommandLine.arguments[0])] + Bundle.allBundles.map(\.bundleURL)
    for place in searchedPlaces {
      var folder = place.standardizedFileURL
      // Looks in the place itself and in the four folders around it.
      for _ in 0..<5 where folder.path != "/" {
        var isFolder: ObjCBool = true
        let path = folder.appendingPathComponent(executable).path
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue { return folder }
        folder.deleteLastPathComponent()
      }
    }
    throw NoExecutables(searchedPlaces: searchedPlaces.map(\.path))
  }
}

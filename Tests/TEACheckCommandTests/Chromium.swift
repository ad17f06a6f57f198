import Foundation

/// A headless browser, which opens a page, acts on it, and says what became of it.
enum Chromium {
  /// Where the browser is, if it is installed.
  static let path: String? = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
    let places = folders.flatMap { folder in
      ["chromium", "chromium-browser", "google-chrome"].map { "\(folder)/\($0)" }
    }
    return places.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  static let absence: String = "no browser: install one, on Debian with 'apt-get install chromium'"

  /// How a page is opened.
  struct Setting: CustomStringConvertible, Sendable {
    var isDark: Bool
    var width: Int
    var description: String { "\(isDark ? "dark" : "light"), \(width) wide" }
  }

  /// What a visit brought.
  struct Visit {
    /// What the driver said, a line each.
    var findings: [String]
    /// What stands in the console.
    var console: [String]
  }

  /// Opens a copy of a page to which a script is added, and takes what it says.
  ///
  /// - Parameters:
  ///   - driver: A script that calls `say(text)`, and may wait.
  ///   - inRealTime: Whether the clock of the page is that of the world; then the driver cannot wait.
  static func visit(
    _ page: String, driver: String, _ setting: Setting, inRealTime: Bool = false, in folder: URL
  ) async throws -> Visit {
    let script = """
      <script>
      (\(inRealTime ? "" : "async ")() => {
        const findings = document.createElement("pre"), lines = [];
        findings.id = "findings";
        const say = text => lines.push(text);
        const end = () => { findings.textContent = lines.join("\\n"); document.body.append(findings); };
        const wait = () => new Promise(resume => setTimeout(resume, 100));
        \(inRealTime ? "" : "await wait();")
        try { \(driver) } catch (error) { say("NOT: " + error.stack); }
        end();
      })();
      </script>
      </body>
      """
    let file = folder.appendingPathComponent("visit-\(UUID().uuidString).html")
    try page.replacing("</body>", with: script).write(to: file, atomically: true, encoding: .utf8)
    let profile = folder.appendingPathComponent("profile-\(UUID().uuidString)").path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path ?? "")
    process.arguments =
      [
        // The page is ours, and a container may have no sandbox to offer.
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        "--disable-extensions", "--disable-background-networking", "--user-data-dir=\(profile)",
        "--enable-logging=stderr", "--blink-settings=preferredColorScheme=\(setting.isDark ? 0 : 1)",
        "--window-size=\(setting.width),900",
      ] + (inRealTime ? [] : ["--virtual-time-budget=20000"]) + ["--dump-dom", file.absoluteString]
    // Files and a handler keep no thread waiting: the tests of a process have as many as there are cores.
    let (output, errors) = (folder.appendingPathComponent("dom"), folder.appendingPathComponent("log"))
    for file in [output, errors] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
    let (dom, log) = (try text(of: output), try text(of: errors))
    let findings = dom.firstMatch(of: /<pre id="findings">([^<]*)<\/pre>/)?.output.1 ?? "NOT: the driver did not end"
    return Visit(
      findings: findings.replacing("&gt;", with: ">").replacing("&lt;", with: "<").replacing("&amp;", with: "&")
        .split(separator: "\n").map(String.init),
      console: log.split(separator: "\n").filter { $0.contains(":CONSOLE") }.map(String.init))
  }

  private static func text(of file: URL) throws -> String {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }
}

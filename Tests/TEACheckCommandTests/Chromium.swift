import Foundation

/// A headless browser that opens a page and runs a script on the page.
enum Chromium {
  /// The path of the browser; `nil` if none is installed.
  static let path: String? = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
    let candidates = folders.flatMap { folder in
      ["chromium", "chromium-browser", "google-chrome"].map { "\(folder)/\($0)" }
    }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// Printed for a test that is skipped because no browser is installed.
  static let hint: String = "no browser: install one, on Debian with 'apt-get install chromium'"

  /// The colour scheme and the width of the window, in pixels, with which a page is opened.
  struct Setting: CustomStringConvertible, Sendable {
    var isDark: Bool
    var width: Int
    var description: String { "\(isDark ? "dark" : "light"), \(width) wide" }
  }

  struct Visit {
    /// The texts that the driver passed to `say`, and one that begins with “NOT:” where the driver failed or did not end.
    var findings: [String]
    /// The lines of the browser's log that come from the page's console.
    var console: [String]
  }

  /// Opens a copy of a page to which a script, the driver, is added.
  ///
  /// - Parameters:
  ///   - driver: A script that calls `say(text)` for each finding, and may `await wait()`, which takes 100 ms of virtual time.
  static func visit(
    _ page: String, driver: String, _ setting: Setting, in folder: URL
  ) async throws -> Visit {
    let script = """
      <script>
      (async () => {
        const findings = document.createElement("pre"), lines = [];
        findings.id = "findings";
        const say = text => lines.push(text);
        const end = () => { findings.textContent = lines.join("\\n"); document.body.append(findings); };
        const wait = () => new Promise(resume => setTimeout(resume, 100));
        await wait();
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
        // No sandbox is needed for a page of this package, and a container may not support one.
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        "--disable-extensions", "--disable-background-networking", "--user-data-dir=\(profile)",
        // Blink's numbers of the schemes: 0 is dark, and 1 is light.
        "--enable-logging=stderr", "--blink-settings=preferredColorScheme=\(setting.isDark ? 0 : 1)",
        "--window-size=\(setting.width),900",
        // The driver has 20 seconds of virtual time.
        "--virtual-time-budget=20000", "--dump-dom", file.absoluteString,
      ]
    // Output goes to files, and a handler reports the end, so that no thread is blocked: tests have only one thread per core.
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

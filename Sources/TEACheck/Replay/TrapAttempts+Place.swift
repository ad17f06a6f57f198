internal import TEASupport

extension TrapAttempts {
  /// What is said of a trap, with the place in the user's sources.
  ///
  /// A trap in a function of the standard library names a line of its own, and some traps say nothing at all. The process
  /// then takes the steps once more, and the runtime of Swift unwinds the stack as it dies.
  ///
  /// - Parameter message: Swift's message, if it printed one.
  func placed(_ message: String?, of request: Request) -> String? {
    let (place, text) = message.map(Self.parts) ?? (nil, nil)
    if let place, let module = place.split(separator: "/").first, !Self.libraries.contains(String(module)) {
      return message
    }
    guard let trace = stackTrace(of: request) else { return message }
    guard let frame = Self.place(in: trace) else { return message ?? Self.failure(in: trace) }
    return "\(frame): \(text ?? Self.failure(in: trace) ?? "trapped")"
  }

  /// The modules whose lines say nothing about a user's.
  private static let libraries: Set = [
    "Swift", "_Concurrency", "_StringProcessing", "Synchronization", "Foundation", "FoundationEssentials", "Dispatch",
    "TEACheck", "TEARuntime", "TEASupport", "TEAStateSpace",
  ]

  /// The place of a message, as Swift writes it before the text, and the text.
  static func parts(of message: String) -> (place: String?, text: String?) {
    guard let match = message.firstMatch(of: /^(?<place>[^\/:\s]+\/[^\/:]+:\d+): (?<text>.*)$/) else {
      return (nil, message)
    }
    return (String(match.place), String(match.text))
  }

  /// The place in the first frame of a stack trace that is of a file of the user's: as Swift writes places, the file in its
  /// folder.
  static func place(in trace: String, exists: (String) -> Bool = Platform.exists) -> String? {
    let places = trace.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /0x[0-9a-f]+ .* at (?<path>\/[^\/].*):(?<line>\d+):\d+$/)
        .map { (path: String($0.path), line: $0.line) }
    }
    // The sources of the toolchain and of this library are not the user's, and dependencies are so only if nothing else is.
    let candidates = places.filter { exists($0.path) && !$0.path.hasPrefix(ownSources) }
    guard let place = candidates.first(where: { !$0.path.contains("/checkouts/") }) ?? candidates.first else {
      return nil
    }
    return "\(place.path.split(separator: "/").suffix(2).joined(separator: "/")):\(place.line)"
  }

  private static let ownSources: String = {
    let path = #filePath
    return path.firstRange(of: "Replay/").map { String(path[..<$0.lowerBound]) } ?? path
  }()

  /// What the compiler wrote into the debug information of a trap that prints nothing.
  static func failure(in trace: String) -> String? {
    trace.firstMatch(of: #/Swift runtime failure: (?<text>.*?)(?: in | \*\*\*)/#).map { "Fatal error: \($0.text)" }
  }

  /// What a process writes of its stack where it traps in some steps.
  private func stackTrace(of request: Request) -> String? {
    var environment = Platform.environment(withPrefix: "")
    environment["SWIFT_BACKTRACE"] =
      "enable=yes,color=no,interactive=no,threads=crashed,registers=none,images=none,limit=40,top=0,sanitize=no,"
      + "output-to=stderr"
    let child = ChildProcess(
      Platform.pathOfProgram, arguments, environment: environment, patience: patience.map { $0 + Self.timeOfUnwinding })
    guard let child, child.write(request.json.text + "\n") else { return nil }
    while child.readLine() != nil {}
    return child.errors
  }

  /// The longest that unwinding takes in which the process says nothing.
  private static var timeOfUnwinding: Duration { .seconds(20) }
}

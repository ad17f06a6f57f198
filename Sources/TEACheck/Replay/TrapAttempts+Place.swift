internal import TEAResults
internal import TEASupport

extension TrapAttempts {
  /// The message of a trap, with the place in the user's sources where one is found.
  ///
  /// A trap in the standard library names a line of that library, and some traps print nothing. In both cases another process
  /// takes the steps once more, and the Swift runtime prints the process's stack when a step traps.
  ///
  /// - Returns: `nil` where Swift printed no message, and the stack trace tells neither a place nor a message.
  func messageWithPlace(_ message: String?, of request: Request) -> String? {
    let (place, text) = message.map(Self.parts) ?? (nil, nil)
    if let place, let module = place.split(separator: "/").first, !Self.libraries.contains(String(module)) {
      return message
    }
    guard let stack = stackTrace(of: request) else { return message }
    guard let placeInStack = Self.place(in: stack) else { return message ?? Self.failure(in: stack) }
    return "\(placeInStack): \(text ?? Self.failure(in: stack) ?? "trapped")"
  }

  /// The modules whose places are not in the user's sources.
  static let libraries: Set = [
    "Swift", "_Concurrency", "_StringProcessing", "Synchronization", "Foundation", "FoundationEssentials", "Dispatch",
    "TEACheck", "TEAAnalysis", "TEAGenerators", "TEAMemory", "TEAResults", "TEARuntime", "TEAStateSpace", "TEASupport",
    "TEAText", "ElementaryStyle", "ElmButtonStyle", "ElmStyle", "MobiusReadmeStyle", "MobiusStyle", "MobiusTestStyle",
    "PoppelStyle",
  ]

  /// The place at the beginning of a message of Swift, such as `Search/Search.swift:12`, and the text after it. Without a
  /// place, the whole message is the text.
  static func parts(of message: String) -> (place: String?, text: String?) {
    guard let match = message.firstMatch(of: /^(?<place>[^\/:\s]+\/[^\/:]+:\d+): (?<text>.*)$/) else {
      return (nil, message)
    }
    return (String(match.place), String(match.text))
  }

  /// The file, with its folder, and the line of the first frame in the user's sources that the checker called; `nil` for none.
  ///
  /// The frames that called the checker, such as that of the user's main type, do not trap and are not used. A release build
  /// may have no other frames with a line.
  static func place(in stackTrace: String, exists: (String) -> Bool = Platform.exists) -> String? {
    let places = stackTrace.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /0x[0-9a-f]+ .* at (?<path>\/[^\/].*):(?<line>\d+):\d+$/)
        .map { (path: String($0.path), line: $0.line) }
    }
    .prefix { place in !callingSources.contains { place.path.hasPrefix($0) } }
    // Sources of the toolchain, which do not exist on this machine, and of `ownSources` are left out. Sources of dependencies
    // are used only where there are no others.
    let candidates = places.filter { place in
      exists(place.path) && !ownSources.contains { place.path.hasPrefix($0) }
    }
    guard let place = candidates.first(where: { !$0.path.contains("/checkouts/") }) ?? candidates.first else {
      return nil
    }
    return "\(place.path.split(separator: "/").suffix(2).joined(separator: "/")):\(place.line)"
  }

  /// The folders of the checker whose code calls the steps of an attempt. No step calls code of these folders.
  private static var callingSources: [String] { ["Replay/", "Suites/"].map { ownSources[0] + $0 } }

  /// The folders of the modules of TEACheck and of the runtime. The first of them holds the folder `Replay` of this file.
  static let ownSources: [String] = {
    let path = #filePath
    guard let folder = path.ranges(of: "TEACheck/Replay/").last else { return [path] }
    return ["TEACheck/", "TEARuntime/"].map { path[..<folder.lowerBound] + $0 }
  }()

  /// The message that the compiler wrote into the debug information of a trap, for traps that print no message themselves;
  /// `nil` where a stack trace has none.
  static func failure(in stackTrace: String) -> String? {
    stackTrace.firstMatch(of: #/Swift runtime failure: (?<text>.*?)(?: in | \*\*\*)/#).map { "Fatal error: \($0.text)" }
  }

  /// The text that another process prints when it traps in the steps of a request, with its stack trace; `nil` where no other
  /// process can be started.
  private func stackTrace(of request: Request) -> String? {
    var environment = Platform.environment(withPrefix: "")
    environment["SWIFT_BACKTRACE"] =
      "enable=yes,color=no,interactive=no,threads=crashed,registers=none,images=none,limit=40,top=0,sanitize=no,"
      + "output-to=stderr"
    let child = ChildProcess(
      Platform.pathOfProgram, arguments, environment: environment,
      silenceLimit: silenceLimit.map { $0 + Self.timeOfUnwinding })
    guard let child, child.write(request.json.text + "\n") else { return nil }
    while child.readLine() != nil {}
    return child.errors
  }

  /// The time without output that a process may take to unwind its stack, in addition to `silenceLimit`.
  private static var timeOfUnwinding: Duration { .seconds(20) }
}

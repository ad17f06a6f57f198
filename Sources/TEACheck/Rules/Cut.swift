internal import TEASupport

/// A kind of values of which an exploration takes only some.
enum Cut: Equatable {
  /// The flags with which a program starts, which were derived.
  case flags
  /// The number of generated starts that an exploration begins with.
  case generatedStarts(Int)
  /// The messages that may come.
  case payloads

  var note: String {
    switch self {
    case .flags: "flags were cut to the listed values; look at more of them with --scope"
    case .generatedStarts(let count): "generated starts were cut to the \(counted(count, "smallest one"))"
    case .payloads: "payloads were cut to the listed values; look at more of them with --scope"
    }
  }

  /// The kind of a value that was left out, with its article.
  var missingValue: String { self == .payloads ? "a payload" : "a start" }
}

internal import TEASupport

/// A kind of values of which an exploration takes only some.
enum ScopeLimit: Equatable {
  /// The derived flags with which a program starts. With `canGrow`, a larger scope lists more of them.
  case flags(canGrow: Bool)
  /// The generated starts of an exploration, by their number. With `canGrow`, the generator makes more of them.
  case generatedStarts(Int, canGrow: Bool)
  /// The messages that a world offers. With `canGrow`, a larger scope may list more of them.
  case payloads(canGrow: Bool)
  /// The texts that a person can type in a field of the view.
  case typedTexts

  var note: String {
    switch self {
    case .flags(canGrow: true): "flags were cut to the listed values; look at more of them with --scope"
    case .flags(canGrow: false):
      "flags were cut to the listed values, and --scope lists no more; for others, write Start(with: […])"
    case .generatedStarts(let count, canGrow: false):
      "generated starts were cut to the \(counted(count, "example")) that the generator makes"
    case .generatedStarts(let count, canGrow: true):
      "generated starts were cut to the \(counted(count, "smallest one"))"
    case .payloads(canGrow: true): "payloads were cut to the listed values; look at more of them with --scope"
    case .payloads(canGrow: false):
      "payloads were cut to the listed values, and --scope lists no more; for others, write Messages"
    case .typedTexts:
      "texts typed in fields of the view were cut to the present one and the examples of the field; for others, write Messages"
    }
  }

  /// The kind of a value that was left out, with its article.
  var missingValue: String { isOfPayloads ? "a payload" : "a start" }

  var isOfPayloads: Bool {
    switch self {
    case .payloads, .typedTexts: true
    case .flags, .generatedStarts: false
    }
  }
}

package import TEASupport

private func lineForm(_ text: String) -> String { printableLine(text) }

private func nameForm(_ text: String) -> String { printableLine(text, upTo: 120) }

extension CheckResult: Record {
  package static var kind: String? { "check" }
  package static var blank: Self { Self(module: "", name: "", place: "", verdict: .error) }

  package static let fields: [RecordField<Self>] = [
    .required("module", \.module, as: nameForm), .required("name", \.name, as: nameForm),
    .required("place", \.place, as: lineForm), .optional("path", \.path, as: lineForm),
    .required("verdict", \.verdict), .written("complete") { .bool($0.isComplete) }, .optional("coverage", \.coverage),
    .member("states", \.states), .member("statesAreAtLeast", \.statesAreAtLeast, if: { $0 }),
    .member("transitions", \.transitions), .member("depth", \.depth), .member("seconds", \.seconds),
    .optional("finding", \.finding, as: lineForm), .optional("message", \.message, as: printableLines),
    .optional("knownIssue", \.knownIssue, as: lineForm),
    // Readers copy command lines, tokens and the path of the stored counterexample, so they are not cut.
    .optional("again", \.again), .optional("faster", \.faster), .optional("file", \.file), .optional("token", \.token),
    .member("replay", \.isReplay, if: { $0 }), .member("notes", \.notes, as: printableLines),
    .optional("coverageDetails", \.coverageDetails), .optional("shard", \.shard),
    .optional("suggestions", \.suggestions), .member("hiddenSuggestions", \.hiddenSuggestions, if: { $0 > 0 }),
    .optional("counterexample", \.counterexample, absent: .null),
  ]

  package func record(suite: String) -> JSON {
    var members = members
    // After the version and the kind.
    members.insert(JSON.Member(name: "suite", value: .string(suite)), at: 2)
    if !otherViolations.isEmpty {
      members.append(JSON.Member(name: "others", value: .array(otherViolations.map { $0.record(suite: suite) })))
    }
    return .object(members)
  }

  package init?(record: JSON) {
    self.init(unchecked: record)
    guard hasValidNumbers else { return nil }
  }

  /// Reads a record without testing the ranges of its numbers.
  init?(unchecked record: JSON) {
    self.init(json: record)
    otherViolations = record["others"]?.array?.compactMap(CheckResult.init(unchecked:)) ?? []
  }
}

extension CheckResult.Verdict: RecordValue {
  package var json: JSON { .string(rawValue) }

  package init?(json: JSON) { self.init(rawValue: json.string ?? "") }
}

extension CheckResult.Coverage: RecordValue {
  /// The kind in records, and the counts with their names there.
  private var parts: (kind: String, counts: KeyValuePairs<String, Int>) {
    switch self {
    case .complete: ("complete", [:])
    case .completeWithinScope: ("completeWithinScope", [:])
    case .compact: ("compact", [:])
    case .approximate(let beyond): ("approximate", ["beyond": beyond])
    case .bounded(let depth, let beyond): ("bounded", ["depth": depth, "beyond": beyond])
    case .sampled(let runs, let steps): ("sampled", ["runs": runs, "steps": steps])
    case .boundedAndSampled(let depth, let beyond, let runs, let steps):
      ("boundedAndSampled", ["depth": depth, "beyond": beyond, "runs": runs, "steps": steps])
    case .scattered(let places, let runs, let steps):
      ("scattered", ["places": places, "runs": runs, "steps": steps])
    }
  }

  var counts: [Int] { parts.counts.map(\.value) }

  package var json: JSON {
    var members = [JSON.Member(name: "kind", value: .string(parts.kind))]
    if case .compact(let odds) = self { members.append(JSON.Member(name: "odds", value: .number(odds))) }
    return .object(members + parts.counts.map { JSON.Member(name: $0, value: .integer($1)) })
  }

  package init?(json: JSON) {
    func integer(_ name: String) -> Int { json[name]?.integer ?? 0 }
    switch json["kind"]?.string {
    case "complete": self = .complete
    case "completeWithinScope": self = .completeWithinScope
    case "compact": self = .compact(odds: json["odds"]?.number ?? 1)
    case "approximate": self = .approximate(beyond: integer("beyond"))
    case "bounded": self = .bounded(depth: integer("depth"), beyond: integer("beyond"))
    case "sampled": self = .sampled(runs: integer("runs"), steps: integer("steps"))
    case "boundedAndSampled":
      self = .boundedAndSampled(
        depth: integer("depth"), beyond: integer("beyond"), runs: integer("runs"), steps: integer("steps"))
    case "scattered":
      self = .scattered(places: integer("places"), runs: integer("runs"), steps: integer("steps"))
    default: return nil
    }
  }
}

extension Counterexample: Record {
  package static var blank: Self { Self(start: [], steps: []) }

  package static let fields: [RecordField<Self>] = [
    .required("property", \.property, as: nameForm), .required("place", \.place, as: lineForm),
    .optional("detail", \.detail, as: printableLines), .optional("flags", \.flags, as: lineForm),
    .member("start", \.start), .member("startPerforms", \.startPerforms), .required("steps", \.steps),
    .optional("loop", \.loop), .optional("startView", \.startView, as: printableLines),
    .optional("trap", \.trap, as: lineForm), .member("startEnvironment", \.startEnvironment, if: { !$0.isEmpty }),
  ]
}

extension Counterexample.Step: Record {
  package static var blank: Self { Self(message: "", changes: [], performs: []) }

  package static let fields: [RecordField<Self>] = [
    .required("message", \.message), .optional("answers", \.answers), .optional("event", \.event),
    .member("changes", \.changes), .member("performs", \.performs), .member("drops", \.drops, if: { !$0.isEmpty }),
    .member("delays", \.delays, if: { !$0.isEmpty }), .member("outstanding", \.outstanding),
    .optional("failure", \.failure), .optional("view", \.view, as: printableLines),
    .member("environment", \.environment, if: { !$0.isEmpty }),
  ]
}

extension Counterexample.Change: Record {
  package static var blank: Self { Self(path: "", before: "", after: "") }

  package static let fields: [RecordField<Self>] = [
    .required("path", \.path, as: nameForm), .required("before", \.before), .required("after", \.after),
  ]
}

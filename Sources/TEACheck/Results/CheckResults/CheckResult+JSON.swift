package import TEASupport

extension CheckResult {
  package func record(suite: String) -> JSON {
    .object([
      "version": .integer(RecordFormat.version), "kind": .string("check"), "suite": .string(suite),
      "module": .string(module), "name": .string(name), "place": .string(place),
      "path": path.map { .string($0) }, "verdict": .string(verdict.rawValue), "complete": .bool(isComplete),
      "coverage": coverage?.json, "states": .integer(states),
      "statesAreAtLeast": statesAreAtLeast ? .bool(true) : nil, "transitions": .integer(transitions),
      "depth": .integer(depth), "seconds": .number(seconds), "finding": finding.map { .string($0) },
      "message": message.map { .string($0) }, "knownIssue": knownIssue.map { .string($0) },
      "again": again.map { .string($0) }, "faster": faster.map { .string($0) }, "file": file.map { .string($0) },
      "token": token.map { .string($0) },
      "replay": isReplay ? .bool(true) : nil, "notes": .array(notes.map { .string($0) }),
      "coverageDetails": coverageDetails?.json, "shard": shard?.json,
      "suggestions": suggestions.map { .array($0.map(\.json)) },
      "hiddenSuggestions": hiddenSuggestions > 0 ? .integer(hiddenSuggestions) : nil,
      "counterexample": counterexample?.json ?? .null,
      "others": otherViolations.isEmpty ? nil : .array(otherViolations.map { $0.record(suite: suite) }),
    ])
  }

  package init?(record: JSON) {
    self.init(unchecked: record)
    guard hasValidNumbers else { return nil }
  }

  /// Reads a record without testing the ranges of its numbers.
  init?(unchecked record: JSON) {
    guard record["version"]?.integer == RecordFormat.version, record["kind"]?.string == "check",
      let module = record["module"]?.string, let name = record["name"]?.string,
      let place = record["place"]?.string,
      let verdict = record["verdict"]?.string.flatMap(Verdict.init(rawValue:))
    else { return nil }
    self.init(module: module, name: name, place: place, path: record["path"]?.string, verdict: verdict)
    coverage = record["coverage"].flatMap(Coverage.init(json:))
    states = record["states"]?.integer ?? 0
    statesAreAtLeast = record["statesAreAtLeast"]?.bool ?? false
    transitions = record["transitions"]?.integer ?? 0
    depth = record["depth"]?.integer ?? 0
    seconds = record["seconds"]?.number ?? 0
    finding = record["finding"]?.string
    message = record["message"]?.string
    knownIssue = record["knownIssue"]?.string
    again = record["again"]?.string
    faster = record["faster"]?.string
    file = record["file"]?.string
    token = record["token"]?.string
    isReplay = record["replay"]?.bool ?? false
    notes = record["notes"]?.array?.compactMap(\.string) ?? []
    coverageDetails = record["coverageDetails"].flatMap(CoverageDetails.init(json:))
    shard = record["shard"].flatMap(ShardSummary.init(json:))
    counterexample = record["counterexample"].flatMap(Counterexample.init(json:))
    otherViolations = record["others"]?.array?.compactMap(CheckResult.init(unchecked:)) ?? []
    suggestions = record["suggestions"]?.array?.compactMap(Suggestion.init(json:))
    hiddenSuggestions = record["hiddenSuggestions"]?.integer ?? 0
  }
}

extension CheckResult.Coverage {
  var json: JSON {
    switch self {
    case .complete: .object(["kind": .string("complete")])
    case .completeWithinScope: .object(["kind": .string("completeWithinScope")])
    case .compact(let odds): .object(["kind": .string("compact"), "odds": .number(odds)])
    case .approximate(let beyond): .object(["kind": .string("approximate"), "beyond": .integer(beyond)])
    case .bounded(let depth, let beyond):
      .object(["kind": .string("bounded"), "depth": .integer(depth), "beyond": .integer(beyond)])
    case .sampled(let runs, let steps):
      .object(["kind": .string("sampled"), "runs": .integer(runs), "steps": .integer(steps)])
    case .boundedAndSampled(let depth, let beyond, let runs, let steps):
      .object([
        "kind": .string("boundedAndSampled"), "depth": .integer(depth), "beyond": .integer(beyond),
        "runs": .integer(runs), "steps": .integer(steps),
      ])
    case .scattered(let places, let runs, let steps):
      .object([
        "kind": .string("scattered"), "places": .integer(places), "runs": .integer(runs), "steps": .integer(steps),
      ])
    }
  }

  init?(json: JSON) {
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

extension Counterexample {
  var json: JSON {
    .object([
      "property": .string(property), "place": .string(place), "detail": detail.map { .string($0) },
      "flags": flags.map { .string($0) }, "start": .array(start.map(\.json)),
      "startPerforms": .strings(startPerforms), "steps": .array(steps.map(\.json)),
      "loop": loop.map { .integer($0) }, "startView": startView.map { .string($0) },
      "trap": trap.map { .string($0) }, "startEnvironment": Self.changes(startEnvironment),
    ])
  }

  fileprivate static func changes(_ changes: [Change]) -> JSON? {
    changes.isEmpty ? nil : .array(changes.map(\.json))
  }

  init?(json: JSON) {
    guard let property = json["property"]?.string, let place = json["place"]?.string,
      let steps = json["steps"]?.array
    else { return nil }
    self.init(
      property: property, place: place, detail: json["detail"]?.string, flags: json["flags"]?.string,
      start: (json["start"]?.array ?? []).compactMap(Change.init(json:)),
      startPerforms: json["startPerforms"]?.strings ?? [], steps: steps.compactMap(Step.init(json:)),
      loop: json["loop"]?.integer, startView: json["startView"]?.string, trap: json["trap"]?.string,
      startEnvironment: (json["startEnvironment"]?.array ?? []).compactMap(Change.init(json:)))
  }
}

extension Counterexample.Step {
  var json: JSON {
    .object([
      "message": .string(message), "answers": answers.map { .string($0) },
      "event": event.map { .string($0) },
      "changes": .array(changes.map(\.json)), "performs": .strings(performs),
      "drops": drops.isEmpty ? nil : .strings(drops),
      "delays": delays.isEmpty ? nil : .strings(delays), "outstanding": .strings(outstanding),
      "failure": failure.map { .string($0) },
      "view": view.map { .string($0) }, "environment": Counterexample.changes(environment),
    ])
  }

  init?(json: JSON) {
    guard let message = json["message"]?.string else { return nil }
    self.init(
      message: message, answers: json["answers"]?.string, event: json["event"]?.string,
      changes: (json["changes"]?.array ?? []).compactMap(Counterexample.Change.init(json:)),
      performs: json["performs"]?.strings ?? [], drops: json["drops"]?.strings ?? [],
      delays: json["delays"]?.strings ?? [], outstanding: json["outstanding"]?.strings ?? [],
      failure: json["failure"]?.string, view: json["view"]?.string,
      environment: (json["environment"]?.array ?? []).compactMap(Counterexample.Change.init(json:)))
  }
}

extension Counterexample.Change {
  var json: JSON {
    .object(["path": .string(path), "before": .string(before), "after": .string(after)])
  }

  init?(json: JSON) {
    guard let path = json["path"]?.string, let before = json["before"]?.string,
      let after = json["after"]?.string
    else { return nil }
    self.init(path: path, before: before, after: after)
  }
}

extension JSON {
  fileprivate static func strings(_ values: [String]) -> JSON { .array(values.map { .string($0) }) }
  fileprivate var strings: [String]? { array?.compactMap(\.string) }
}

extension JSON {
  package static func listedCheck(
    of suite: String, module: String, name: String, place: String, path: String?
  ) -> JSON {
    .object([
      "version": .integer(RecordFormat.version), "kind": .string("listed"), "suite": .string(suite),
      "module": .string(module), "name": .string(name), "place": .string(place), "path": path.map { .string($0) },
    ])
  }
}

package import TEASupport

/// The world at the end of a walk's path as text, with the step into it and the possible next steps.
package struct WalkPosition: Hashable, Sendable {
  package struct Field: Hashable, Sendable {
    package var name: String
    package var text: String

    package init(_ name: String, _ text: String) {
      self.name = name
      self.text = text
    }
  }

  package struct Violation: Hashable, Sendable {
    package var property: String
    package var place: String?
    package var detail: String?

    package init(property: String, place: String? = nil, detail: String? = nil) {
      self.property = property
      self.place = place
      self.detail = detail
    }
  }

  /// The path to this world. It is shorter than the requested path where a step of that path is impossible.
  package var path: WalkPath
  package var recordingLength: Int
  /// The step into this world; at the start, the start as a step, with the commands that it performs.
  package var step: Counterexample.Step
  package var model: [Field]
  /// The parts of the world beside the model: outstanding commands, subscriptions, the environment.
  package var surroundings: [Field]
  package var violations: [Violation]
  /// A batch of the possible next steps.
  package var nextSteps: [String]
  /// The index of the batch's first step among all possible next steps.
  package var firstNextIndex: Int
  /// The number of all possible next steps.
  package var nextCount: Int
  /// The index of the recorded next step among all possible next steps; `nil` where the recording has ended, was left or
  /// cannot continue.
  package var recordedNextIndex: Int?
  /// The reason why no declaration allows the step into this world, although a live program took the step; `nil` where the step
  /// is allowed.
  package var undeclaredStepReason: String?
  /// The reason why no declaration allows the recorded next step; `nil` where the step is allowed.
  package var undeclaredNextReason: String?
  /// The reason why the recording cannot continue, or why the next steps cannot be computed; otherwise `nil`.
  package var ending: String?

  package init(
    path: WalkPath, recordingLength: Int, step: Counterexample.Step, model: [Field] = [], surroundings: [Field] = [],
    violations: [Violation] = [], nextSteps: [String] = [], firstNextIndex: Int = 0, nextCount: Int? = nil,
    recordedNextIndex: Int? = nil, undeclaredStepReason: String? = nil, undeclaredNextReason: String? = nil,
    ending: String? = nil
  ) {
    self.path = path
    self.recordingLength = recordingLength
    self.step = step
    self.model = model
    self.surroundings = surroundings
    self.violations = violations
    self.nextSteps = nextSteps
    self.firstNextIndex = firstNextIndex
    self.nextCount = nextCount ?? nextSteps.count
    self.recordedNextIndex = recordedNextIndex
    self.undeclaredStepReason = undeclaredStepReason
    self.undeclaredNextReason = undeclaredNextReason
    self.ending = ending
  }

  package func text(ofNext index: Int) -> String? {
    nextSteps.indices.contains(index - firstNextIndex) ? nextSteps[index - firstNextIndex] : nil
  }
}

extension WalkPosition {
  package var json: JSON {
    .object([
      "version": .integer(RecordFormat.version), "kind": .string("position"), "path": path.json,
      "length": .integer(recordingLength), "step": step.json, "model": .array(model.map(\.json)),
      "surroundings": .array(surroundings.map(\.json)), "violations": .array(violations.map(\.json)),
      "next": .array(nextSteps.map { .string($0) }), "first": .integer(firstNextIndex), "count": .integer(nextCount),
      "recorded": recordedNextIndex.map { .integer($0) }, "undeclaredStep": undeclaredStepReason.map { .string($0) },
      "undeclaredNext": undeclaredNextReason.map { .string($0) }, "ending": ending.map { .string($0) },
    ])
  }

  /// Refuses recordings of more than ``Script/maxStepCount`` steps, and indices and counts from 2⁴⁰ on, whose sums might
  /// overflow.
  package init?(json: JSON) {
    guard json["kind"]?.string == "position", let path = json["path"].flatMap(WalkPath.init(json:)),
      let length = json["length"]?.integer, (0...Script.maxStepCount).contains(length),
      let step = json["step"].flatMap(Counterexample.Step.init(json:)),
      let first = json["first"]?.integer, first >= 0, first < 1 << 40,
      let next = json["next"]?.array?.compactMap(\.string), let count = json["count"]?.integer, count < 1 << 40,
      first + next.count <= count
    else { return nil }
    func values<Value>(_ name: String, _ read: (JSON) -> Value?) -> [Value] {
      (json[name]?.array ?? []).compactMap(read)
    }
    self.init(
      path: path, recordingLength: length, step: step, model: values("model", Field.init(json:)),
      surroundings: values("surroundings", Field.init(json:)), violations: values("violations", Violation.init(json:)),
      nextSteps: next, firstNextIndex: first, nextCount: count,
      recordedNextIndex: json["recorded"]?.integer.flatMap { (0..<count).contains($0) ? $0 : nil },
      undeclaredStepReason: json["undeclaredStep"]?.string, undeclaredNextReason: json["undeclaredNext"]?.string,
      ending: json["ending"]?.string)
  }
}

extension WalkPosition.Field {
  fileprivate var json: JSON { .object(["name": .string(name), "text": .string(text)]) }

  fileprivate init?(json: JSON) {
    guard let name = json["name"]?.string, let text = json["text"]?.string else { return nil }
    self.init(name, text)
  }
}

extension WalkPosition.Violation {
  fileprivate var json: JSON {
    .object([
      "property": .string(property), "place": place.map { .string($0) }, "detail": detail.map { .string($0) },
    ])
  }

  fileprivate init?(json: JSON) {
    guard let property = json["property"]?.string else { return nil }
    self.init(property: property, place: json["place"]?.string, detail: json["detail"]?.string)
  }
}

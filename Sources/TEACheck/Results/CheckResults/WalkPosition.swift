internal import TEASupport

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
  package var fieldsBesideModel: [Field]
  package var violations: [Violation]
  /// A batch of the possible next steps.
  package var nextSteps: [String]
  /// The index of the batch's first step among all possible next steps.
  package var batchStart: Int
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
    path: WalkPath, recordingLength: Int, step: Counterexample.Step, model: [Field] = [],
    fieldsBesideModel: [Field] = [], violations: [Violation] = [], nextSteps: [String] = [], batchStart: Int = 0,
    nextCount: Int? = nil, recordedNextIndex: Int? = nil, undeclaredStepReason: String? = nil,
    undeclaredNextReason: String? = nil, ending: String? = nil
  ) {
    self.path = path
    self.recordingLength = recordingLength
    self.step = step
    self.model = model
    self.fieldsBesideModel = fieldsBesideModel
    self.violations = violations
    self.nextSteps = nextSteps
    self.batchStart = batchStart
    self.nextCount = nextCount ?? nextSteps.count
    self.recordedNextIndex = recordedNextIndex
    self.undeclaredStepReason = undeclaredStepReason
    self.undeclaredNextReason = undeclaredNextReason
    self.ending = ending
  }

  package func text(ofNext index: Int) -> String? {
    nextSteps.indices.contains(index - batchStart) ? nextSteps[index - batchStart] : nil
  }
}

extension WalkPosition: Record {
  package static var kind: String? { "position" }
  package static var blank: Self { Self(path: WalkPath(), recordingLength: 0, step: .blank) }

  package static let fields: [RecordField<Self>] = [
    .required("path", \.path), .required("length", \.recordingLength),
    .required("step", \.step), .member("model", \.model), .member("surroundings", \.fieldsBesideModel),
    .member("violations", \.violations), .required("next", \.nextSteps), .required("first", \.batchStart),
    .required("count", \.nextCount),
    RecordField(name: "recorded", json: { $0.recordedNextIndex?.json }) { json, position in
      position.recordedNextIndex = json?.integer.flatMap { $0 >= 0 && $0 < position.nextCount ? $0 : nil }
      return true
    },
    .optional("undeclaredStep", \.undeclaredStepReason), .optional("undeclaredNext", \.undeclaredNextReason),
    .optional("ending", \.ending),
  ]

  /// Refuses recordings of more than ``Script/maxStepCount`` steps, and indices and counts from 2⁴⁰ on, whose sums might
  /// overflow.
  package var isValid: Bool {
    (0...Script.maxStepCount).contains(recordingLength) && (0..<1 << 40).contains(batchStart)
      && nextCount < 1 << 40 && batchStart + nextSteps.count <= nextCount
  }
}

extension WalkPosition.Field: Record {
  package static var blank: Self { Self("", "") }

  package static let fields: [RecordField<Self>] = [.required("name", \.name), .required("text", \.text)]
}

extension WalkPosition.Violation: Record {
  package static var blank: Self { Self(property: "") }

  package static let fields: [RecordField<Self>] = [
    .required("property", \.property), .optional("place", \.place), .optional("detail", \.detail),
  ]
}

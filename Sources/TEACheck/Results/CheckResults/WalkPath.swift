package import TEASupport

/// A path of a walk: first recorded steps, and then steps that a person chose.
package struct WalkPath: Hashable, Sendable {
  /// The number of steps that are taken from the beginning of the recording.
  package var recordedCount: Int
  /// The chosen steps, each by its index among the steps that are possible in the world before it.
  package var chosenSteps: [Int]

  package init(recorded recordedCount: Int = 0, chosenSteps: [Int] = []) {
    self.recordedCount = recordedCount
    self.chosenSteps = chosenSteps
  }

  package var count: Int { recordedCount + chosenSteps.count }

  package var isOnRecording: Bool { chosenSteps.isEmpty }

  package func prefix(_ count: Int) -> WalkPath {
    WalkPath(recorded: min(recordedCount, count), chosenSteps: Array(chosenSteps.prefix(max(0, count - recordedCount))))
  }
}

/// A request to a walk: the path to go to, and the batch of possible next steps to describe at its end.
package struct WalkRequest: Hashable, Sendable {
  package var path: WalkPath
  /// The index, among the possible next steps, of the first step to describe.
  package var batchStart: Int

  package init(_ path: WalkPath, batchStart: Int = 0) {
    self.path = path
    self.batchStart = batchStart
  }

  /// The largest number of next steps in one answer.
  package static var batchSize: Int { 100 }
}

extension WalkPath: RecordValue {
  package var json: JSON { .object(["recorded": recordedCount, "chosen": chosenSteps]) }

  package init?(json: JSON) {
    guard let recorded = json["recorded"]?.integer, recorded >= 0, recorded <= Script.maxStepCount,
      let members = json["chosen"]?.array, case let chosen = members.compactMap(\.integer),
      chosen.count == members.count,
      chosen.allSatisfy({ $0 >= 0 })
    else { return nil }
    self.init(recorded: recorded, chosenSteps: chosen)
  }
}

extension WalkRequest: Record {
  package static var kind: String? { "walk" }
  package static var blank: Self { Self(WalkPath()) }

  package static let fields: [RecordField<Self>] = [
    .required("path", \.path), .required("first", \.batchStart),
  ]

  package var isValid: Bool { batchStart >= 0 }
}

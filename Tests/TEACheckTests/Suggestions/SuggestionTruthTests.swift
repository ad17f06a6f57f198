import Extent
import Testing

@testable import TEACheck

extension World: ReadableWorld {
  var anyModel: Any { model }
  var anyOutstanding: Any { outstanding }
  var anyView: Any { (try? view) as Any }
}

/// Parses each suggested statement, evaluates it in all worlds or steps of random programs, and compares the counts.
@Suite struct SuggestionTruthTests {
  private static let programCount = Extent.of(gate: 250, night: 10_000)

  @Test func `every suggestion holds where it says that it does`() throws {
    var (countsByKind, suggestionCount, nearMissCount): ([Substring: Int], Int, Int) = ([:], 0, 0)
    for seed in 0..<UInt64(Self.programCount) {
      guard let mined = MinedWorlds(seed: seed, limit: 40) else { continue }
      let suggestions = suggestions(for: seed)
      for suggestion in suggestions {
        countsByKind[suggestion.code.prefix { $0 != "(" }, default: 0] += 1
        suggestionCount += 1
        if suggestion.exceptions > 0 { nearMissCount += 1 }
        try confirm(suggestion, mined, seed)
      }
    }
    // `Settles` is optional, as few programs come to rest in a way that no other suggestion implies.
    #expect(
      Set(countsByKind.keys).union(["Settles"]) == [
        "Always", "Step", "Recovers", "Settles", "Laws", "Idempotent", "Inverse", "Commute",
      ], "\(countsByKind)")
    #expect(suggestionCount > 2 * Self.programCount, "\(suggestionCount)")
    #expect(nearMissCount > Self.programCount / 10, "\(nearMissCount)")
  }

  private func suggestions(for seed: UInt64) -> [CheckResult.Suggestion] {
    var settings = CheckSettings()
    settings.engine = .suggest
    settings.suggestsAll = true
    return MinedProgram.specification(seed).check().outcome(settings, onProgress: { _ in }).result.suggestions ?? []
  }

  /// Expects that a suggestion has the total, the exceptions and the depth of the first exception that `mined` has.
  private func confirm(_ suggestion: CheckResult.Suggestion, _ mined: MinedWorlds, _ seed: UInt64) throws {
    let exceptionNumbers: [Int]
    if let law = MinedLaw(suggestion.code) {
      let reader = try law.condition.map { try SwiftReader(closure: $0) }
      exceptionNumbers = try mined.worlds.indices.filter { world in
        let model = mined.worlds[world].model
        return try reader?(model) ?? true && !law.holds(from: model)
      }
      #expect(suggestion.total == mined.worlds.count, "\(seed): \(suggestion.code)")
      #expect(suggestion.exceptions == exceptionNumbers.count, "\(seed): \(suggestion.code)")
      let depth = exceptionNumbers.map { mined.depths[$0] }.min()
      #expect(suggestion.exception?.steps.count == depth, "\(seed): \(suggestion.code)")
      return
    }
    // `Laws(.updateNeverFails)` has no closure: its exceptions are the steps that failed.
    let reader = suggestion.code.hasPrefix("Laws") ? nil : try SwiftReader(suggestion.code)
    if suggestion.isOfSteps {
      exceptionNumbers = try mined.steps.indices.filter { step in
        let minedStep = mined.steps[step]
        guard let reader else { return minedStep.hasFailed }
        let readStep = ReadStep(
          before: mined.worlds[minedStep.before].model, after: mined.worlds[minedStep.after].model,
          message: minedStep.message, answering: minedStep.answering)
        return try !reader(readStep)
      }
      #expect(suggestion.total == mined.steps.count, "\(seed): \(suggestion.code)")
    } else {
      let readsWorld = suggestion.code.contains("of: .world")
      let readsView = suggestion.code.contains("of: .view")
      let holds = try mined.worlds.map { world in
        try reader?(readsWorld ? world as Any : readsView ? world.anyView : world.model) ?? true
      }
      exceptionNumbers = exceptions(to: suggestion, holds, mined)
      #expect(suggestion.total == mined.worlds.count, "\(seed): \(suggestion.code)")
    }
    #expect(suggestion.exceptions == exceptionNumbers.count, "\(seed): \(suggestion.code)")
    let depth = exceptionNumbers.map {
      suggestion.isOfSteps ? mined.depths[mined.steps[$0].before] + 1 : mined.depths[$0]
    }.min()
    #expect(suggestion.exception?.steps.count == depth, "\(seed): \(suggestion.code)")
  }

  /// The numbers of the worlds that are exceptions to a suggestion.
  ///
  /// - Parameter holds: The value of the suggestion's closure in each world.
  private func exceptions(
    to suggestion: CheckResult.Suggestion, _ holds: [Bool], _ mined: MinedWorlds
  ) -> [Int] {
    if suggestion.code.hasPrefix("Settles") {
      return holds.indices.filter { mined.worlds[$0].outstanding.isEmpty && !holds[$0] }
    }
    guard suggestion.code.hasPrefix("Recovers") else { return holds.indices.filter { !holds[$0] } }
    var canReach = holds
    while let step = mined.steps.first(where: { canReach[$0.after] && !canReach[$0.before] }) {
      canReach[step.before] = true
    }
    return canReach.indices.filter { !canReach[$0] }
  }
}

/// A law of messages, as a suggestion states it.
private struct MinedLaw {
  typealias Program = MinedProgram

  /// Two sequences of messages. By the law, both lead to the same model.
  var oneSequence: [Program.Message]
  var otherSequence: [Program.Message]
  /// The closure that selects the models for which the law is stated, as text after the opening brace; `nil` for all models.
  var condition: String?

  init?(_ code: String) {
    guard let open = code.firstIndex(of: "("), let close = code.firstIndex(of: ")") else { return nil }
    let messages = code[code.index(after: open)..<close].split(separator: ", ").compactMap { name in
      Program.Message.allCases.first { ".\($0)" == name.trimmingPrefix("of: ") }
    }
    switch (code[..<open], messages.count) {
    case ("Idempotent", 1): (oneSequence, otherSequence) = ([messages[0]], [messages[0], messages[0]])
    case ("Inverse", 2): (oneSequence, otherSequence) = ([], messages)
    case ("Commute", 2): (oneSequence, otherSequence) = (messages, messages.reversed())
    default: return nil
    }
    condition = code.firstIndex(of: "{").map { String(code[code.index(after: $0)...]) }
  }

  /// `true` if both sequences lead to equal models, or if `update` throws in one of them.
  func holds(from start: Program.Model) -> Bool {
    guard let one = Self.model(after: oneSequence, from: start),
      let other = Self.model(after: otherSequence, from: start)
    else {
      return true
    }
    return one == other
  }

  private static func model(after messages: [Program.Message], from start: Program.Model) -> Program.Model? {
    try? messages.reduce(start) { model, message in
      var next = model
      try Program.update(for: message, model: &next) { _ in }
      return next
    }
  }
}

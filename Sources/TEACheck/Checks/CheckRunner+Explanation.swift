internal import TEAGenerators
internal import TEAResults
internal import TEASupport
internal import TEARuntime

extension CheckRunner {
  /// Names the first step of a counterexample that changes an object in place, and the payloads that do not seem to matter:
  /// every value tried in their place violates the same property.
  func explanation(of script: Script, violating property: String, _ rules: Rules<M>) -> [String] {
    var lines = noteOnChangedObject(in: script, rules)
    guard let generator = rules.derivedMessageGenerator, script.steps.count <= Self.maxStepCount else { return lines }
    let rules = rules.checkingDeterminism(ifViolated: property)
    var trapCount = 0
    for (stepIndex, step) in script.steps.enumerated() {
      let isEnded = mustEnd
      if isEnded || trapCount >= Self.maxTrapCount { break }
      guard case .call(let name, let arguments)? = Self.messageForm(of: step) else { continue }
      let candidates = Self.payloadTexts(ofCase: name, listed: rules.offer, generator, count: arguments.count)
      let freePayloads = arguments.indices.filter { argument in
        var texts: [String] = []
        for text in candidates.map({ $0[argument] })
        where text != arguments[argument].value.text && text.count <= Self.maxTextLength && !texts.contains(text) {
          if texts.count < Self.maxValueCount { texts.append(text) }
        }
        return texts.count >= Self.minValueCount
          && texts.allSatisfy { text in
            var changed = script
            changed.steps[stepIndex] = Self.messageText(name, arguments) { $0 == argument ? text : nil }
            guard let replay = try? rules.replay(changed), replay.impossibleStep == nil else { return false }
            if replay.violation?.trap != nil { trapCount += 1 }
            return replay.violation?.property == property && replay.trace.steps.count == script.steps.count
          }
      }
      guard !freePayloads.isEmpty else { continue }
      let text = Self.messageText(name, arguments) { freePayloads.contains($0) ? "_" : nil }
      lines.append(
        "step \(stepIndex + 1), \(text): every value tried for \(freePayloads.count == 1 ? "" : "each ")_ violates it too"
      )
    }
    return lines
  }

  private func noteOnChangedObject(in script: Script, _ rules: Rules<M>) -> [String] {
    guard rules.objectInModel != nil, let steps = try? rules.replay(script).trace.steps,
      var world = (try? rules.origin(of: script, nil))?.world
    else { return [] }
    for (index, (step, _)) in steps.enumerated() {
      let text = structuralLiteral(world.model)
      let next = rules.take(step, in: world).world
      if structuralLiteral(world.model) != text {
        return ["step \(index + 1), \(shortened(script.steps[index])), changes an object of the model in place"]
      }
      world = next
    }
    return []
  }

  /// The largest number of steps of a counterexample whose payloads are named, because each attempt replays all steps.
  private static var maxStepCount: Int { 30 }
  /// The largest number of values that are tried in place of a payload.
  private static var maxValueCount: Int { 10 }
  /// The largest length of a value's text, in characters. The limit keeps out extreme integers, which make sums overflow: where
  /// no other process can take the step, the trap would end this one before the violation is reported.
  private static var maxTextLength: Int { 8 }
  /// The number of traps after which no further step is tried, because each takes a process.
  private static var maxTrapCount: Int { 3 }
  /// The number of values that must be tried before a payload is named; fewer would prove little.
  private static var minValueCount: Int { 4 }

  /// The parsed message of a script's step; `nil` for a reply, an event or a text that is no step.
  private static func messageForm(of step: String) -> ValueText.Form? {
    guard case .message(let text)? = try? StepText(parsing: step, messageType: M.Message.self) else { return nil }
    return text.form
  }

  /// The payloads of messages of one case, as text, with one element for each message.
  private static func payloadTexts(
    ofCase name: String, listed offer: Rules<M>.Offer, _ generator: Gen<M.Message>, count: Int
  ) -> [[String]] {
    var messages: [M.Message] = []
    if case .fixed(let listed) = offer { messages = listed }
    // Most samples are of other cases, so many more are made than the values that are tried.
    messages += (1...200 as ClosedRange<UInt64>).compactMap { try? generator.sample(seed: $0) }
    return messages.compactMap { message in
      guard case .call(name, let arguments)? = messageForm(of: structuralLiteral(message)), arguments.count == count
      else {
        return nil
      }
      return arguments.map(\.value.text)
    }
  }

  /// - Parameter replacing: Returns the replacement of the payload at an index; `nil` to keep it.
  private static func messageText(
    _ name: String, _ arguments: [ValueText.Argument], replacing: (Int) -> String?
  ) -> String {
    let texts = arguments.enumerated().map { index, argument in
      (argument.label.map { "\($0): " } ?? "") + (replacing(index) ?? argument.value.text)
    }
    return "\(name)(\(texts.joined(separator: ", ")))"
  }
}

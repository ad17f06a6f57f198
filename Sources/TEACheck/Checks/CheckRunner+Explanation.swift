internal import TEAGenerators
internal import TEAResults
internal import TEASupport
internal import TEARuntime

extension CheckRunner {
  /// Names the first step of a counterexample that changes an object in place, and the payloads that do not seem to matter:
  /// every value tried in their place violates the same property. Steps with the same finding share a line.
  func explanation(of script: Script, violating property: String, _ rules: Rules<M>) -> [String] {
    let note = noteOnChangedObject(in: script, rules)
    guard let generator = rules.derivedMessageGenerator, script.steps.count <= Self.maxStepCount else { return note }
    let rules = rules.checkingDeterminism(ifViolated: property)
    var trapCount = 0
    // Made at the first step with payloads.
    lazy var sampledMessages = Self.payloadTexts(listed: rules.offer, generator)
    var findings: [(text: String, steps: [Int])] = []
    for (stepIndex, step) in script.steps.enumerated() {
      let isEnded = mustEnd
      if isEnded || trapCount >= Self.maxTrapCount { break }
      guard case .call(let name, let arguments)? = Self.messageForm(of: step) else { continue }
      let candidates = sampledMessages.filter { $0.name == name && $0.payloads.count == arguments.count }
      var triedTexts: [[String]] = []
      let freePayloads = arguments.indices.filter { argument in
        let texts = Self.textsToTry(among: candidates.map { $0.payloads[argument] })
        let otherTexts = texts.filter { $0 != arguments[argument].value.text }
        let isFree =
          otherTexts.count >= Self.minValueCount
          && otherTexts.allSatisfy { text in
            var changed = script
            changed.steps[stepIndex] = Self.messageText(name, arguments) { $0 == argument ? text : nil }
            guard let replay = try? rules.replay(changed), replay.impossibleStep == nil else { return false }
            if replay.violation?.trap != nil { trapCount += 1 }
            return replay.violation?.property == property && replay.trace.steps.count == script.steps.count
          }
        if isFree { triedTexts.append(texts) }
        return isFree
      }
      guard !freePayloads.isEmpty else { continue }
      let text = Self.messageText(name, arguments) { freePayloads.contains($0) ? "_" : nil }
      let finding = "\(text): \(Self.description(of: triedTexts)) violate it too"
      if let index = findings.firstIndex(where: { $0.text == finding }) {
        findings[index].steps.append(stepIndex + 1)
      } else {
        findings.append((finding, [stepIndex + 1]))
      }
    }
    return note + findings.map { "\($0.steps.count == 1 ? "step" : "steps") \(ranges(of: $0.steps)), \($0.text)" }
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
  /// no other process can take the step, the trap would end this one before the violation is reported in full.
  private static var maxTextLength: Int { 8 }
  /// The largest length of a text that is preferred for its length, in characters: an update may count to a number.
  private static var maxPreferredLength: Int { 6 }
  /// The number of traps after which no further step is tried, because each takes a process.
  private static var maxTrapCount: Int { 3 }
  /// The number of values that must be tried before a payload is named; fewer would prove little.
  private static var minValueCount: Int { 4 }

  /// The parsed message of a script's step; `nil` for a reply, an event or a text that is no step.
  private static func messageForm(of step: String) -> ValueText.Form? {
    guard case .message(let text)? = try? StepText(parsing: step, messageType: M.Message.self) else { return nil }
    return text.form
  }

  /// The names and payloads of messages, as text, with one element for each message.
  private static func payloadTexts(
    listed offer: Rules<M>.Offer, _ generator: Gen<M.Message>
  ) -> [(name: String, payloads: [String])] {
    var messages: [M.Message] = []
    if case .fixed(let listed) = offer { messages = listed }
    // Most samples are of other cases, and most numbers are small, so many more are made than the values that are tried.
    messages += (1...500 as ClosedRange<UInt64>).compactMap { try? generator.sample(seed: $0) }
    return messages.compactMap { message in
      guard case .call(let name, let arguments)? = messageForm(of: structuralLiteral(message)) else { return nil }
      return (name, arguments.map(\.value.text))
    }
  }

  /// The values to try in place of a payload: the first candidates, and then the longest ones, so that a bound on a number lies
  /// among them.
  private static func textsToTry(among candidates: [String]) -> [String] {
    var seenTexts: Set<String> = []
    let texts = candidates.filter { $0.count <= maxTextLength && seenTexts.insert($0).inserted }
    func rank(_ text: String) -> Int { text.count <= maxPreferredLength ? text.count : 0 }
    let (first, rest) = (texts.prefix(maxValueCount / 2), texts.dropFirst(maxValueCount / 2))
    return Array(first) + rest.sorted { (rank($0), $0) > (rank($1), $1) }.prefix(maxValueCount - first.count)
  }

  /// Such as `10 values tried for _, from -3 to 4096,`, with the range of numbers only.
  ///
  /// - Parameter texts: The texts of the values, with one element for each payload.
  private static func description(of texts: [[String]]) -> String {
    let textsOfRanges = texts.compactMap { texts -> String? in
      let numbers = texts.compactMap { text in Double(text).map { (text, number: $0) } }
      guard numbers.count == texts.count, let least = numbers.min(by: { $0.number < $1.number }),
        let greatest = numbers.max(by: { $0.number < $1.number })
      else { return nil }
      return "from \(least.0) to \(greatest.0)"
    }
    let counts = texts.map(\.count)
    let (least, greatest) = (counts.min() ?? 0, counts.max() ?? 0)
    return (least == greatest ? "\(least)" : "\(least) to \(greatest)") + " values tried for "
      + (texts.count == 1 ? "_" : "each _")
      + (textsOfRanges.count == texts.count ? ", \(textsOfRanges.joined(separator: " and "))," : "")
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

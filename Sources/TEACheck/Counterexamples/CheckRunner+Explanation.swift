internal import TEARuntime

extension CheckRunner {
  /// Says which payloads of a counterexample do not matter: whatever stands in their place violates the property too.
  ///
  /// Each payload of each derived message is replaced by a few others that the generator makes, one at a time.
  func explanation(of script: Script, violating property: String, _ rules: Rules<M>) -> [String] {
    guard let generator = rules.messageGenerator, script.steps.count <= Self.fewSteps else { return [] }
    let rules = rules.inspecting(property)
    var lines: [String] = []
    for (index, line) in script.steps.enumerated() {
      guard case .call(let name, let arguments)? = Self.parts(of: line) else { continue }
      let others = Self.messages(of: name, from: generator, count: arguments.count)
      let free = arguments.indices.filter { place in
        var texts = others.map { $0[place] }.filter { $0 != arguments[place].value.text }
        texts = Array(Set(texts)).sorted().prefix(Self.fewValues).map(\.self)
        return texts.count >= Self.fewestValues
          && texts.allSatisfy { text in
            var changed = script
            changed.steps[index] = Self.line(name, arguments) { $0 == place ? text : nil }
            guard let replay = try? rules.replay(changed), replay.ending == nil else { return false }
            return replay.breach?.property == property && replay.trace.steps.count == script.steps.count
          }
      }
      guard !free.isEmpty else { continue }
      let text = Self.line(name, arguments) { free.contains($0) ? "_" : nil }
      lines.append("step \(index + 1), \(text): any value \(free.count == 1 ? "at" : "at each") _ does the same")
    }
    return lines
  }

  private static var fewSteps: Int { 30 }
  private static var fewValues: Int { 10 }
  private static var fewestValues: Int { 4 }

  private static func parts(of line: String) -> ValueText.Form? {
    guard case .message(let text)? = try? StepText(parsing: line) else { return nil }
    return text.form
  }

  /// The payloads of generated messages of a case, as text.
  private static func messages(of name: String, from generator: Gen<M.Message>, count: Int) -> [[String]] {
    var payloads: [[String]] = []
    for seed in 1...200 as ClosedRange<UInt64> where payloads.count < 4 * fewValues {
      guard let message = try? generator.sample(seed: seed), case let line = structuralLiteral(message),
        case .call(name, let arguments)? = parts(of: line), arguments.count == count
      else { continue }
      payloads.append(arguments.map(\.value.text))
    }
    return payloads
  }

  /// A message with some of its payloads replaced.
  private static func line(
    _ name: String, _ arguments: [ValueText.Argument], replacing: (Int) -> String?
  ) -> String {
    let texts = arguments.enumerated().map { place, argument in
      (argument.label.map { "\($0): " } ?? "") + (replacing(place) ?? argument.value.text)
    }
    return "\(name)(\(texts.joined(separator: ", ")))"
  }
}

internal import TEAResults
import TEASupport

/// Differences as lines of text for people.
struct DifferenceText {
  let editions: Editions
  var style = TextStyle.plain

  private var names: Both<String> { editions.shortNames.map { printableLine($0) } }

  var heading: String {
    let old = printableLine(editions.old) + (editions.commit.map { " (\($0))" } ?? "")
    return "\(old) → \(printableLine(editions.new))\(editions.remark.map { ": \(printableLine($0))" } ?? "")"
  }

  func lines(of check: CheckDifference) -> [String] {
    let title = style(.strong, printableLine(check.title))
    switch check.content {
    case .onlyInNew: return ["\(style(.good, "+")) \(title)   is new"]
    case .onlyInOld: return ["\(style(.bad, "-")) \(title)   is gone"]
    case .failed(let reason):
      return ["\(style(.unsure, "?")) \(title)   cannot be compared"]
        + printableLines(reason).split(separator: "\n").map { "  \($0)" }
    case .compared(let difference):
      let mark = check.outcome == .same ? style(.good, "=") : style(.bad, "≠")
      return ["\(mark) \(title)   \(headline(difference))"] + body(of: difference, check)
    }
  }

  static func summary(of checks: [CheckDifference]) -> String {
    let counts = CheckDifference.Outcome.allCases.compactMap { outcome -> String? in
      let count = checks.count { $0.outcome == outcome }
      guard count > 0 else { return nil }
      return switch outcome {
      case .different: "\(grouped(count)) different"
      case .same: "\(grouped(count)) the same" + limits(ofSame: checks.filter { $0.outcome == .same })
      case .onlyInNew: "\(grouped(count)) new"
      case .onlyInOld: "\(grouped(count)) gone"
      case .failed: "\(grouped(count)) not compared"
      }
    }
    return "\(counted(checks.count, "check")): \(counts.joined(separator: ", "))"
  }

  /// The numbers of checks that are the same without a proof, such as ` (2 within bounds)`; empty if all are proven.
  private static func limits(ofSame checks: [CheckDifference]) -> String {
    let unproven = checks.compactMap(\.difference).filter { !$0.isProven }
    let boundedCount = unproven.count { $0.isWithinBounds }
    let commandlessCount = unproven.count { !$0.isWithinBounds && !$0.comparesOutputs }
    let limits = [
      (boundedCount, "within bounds"), (commandlessCount, "as far as graphs without commands tell"),
      (unproven.count - boundedCount - commandlessCount, "as far as descriptions tell"),
    ]
    let texts = limits.compactMap { count, words in count > 0 ? "\(grouped(count)) \(words)" : nil }
    return texts.isEmpty ? "" : " (\(texts.joined(separator: ", ")))"
  }

  func headline(_ difference: BehaviourDifference) -> String {
    if let start = difference.start {
      return "only \(names[start.edition]) has the start '\(printableLine(start.label))'"
    }
    if let story = difference.story {
      return story.length == 0
        ? "differs at the start"
        : "differs after \(counted(story.length, "step"))"
          + (difference.isShortest ? "" : ", or fewer beyond the bounds of the search")
    }
    if !difference.isProven, difference.comparedDepth == nil {
      let measure =
        if difference.isWithinBounds { "the searches go" } else if difference.comparesOutputs {
          "the descriptions of values tell"
        } else { "graphs without commands tell" }
      return "the same behaviour, as far as \(measure)"
    }
    guard let depth = difference.comparedDepth else {
      let worldCounts = difference.sides.map(\.worldCount)
      let worlds =
        worldCounts.old == worldCounts.new
        ? "all \(counted(worldCounts.new, "world"))"
        : "all \(grouped(worldCounts.old)) and \(grouped(worldCounts.new)) worlds"
      return "the same behaviour, proven over \(worlds)"
    }
    return "no difference up to \(counted(depth, "step")), within the bounds of the search"
  }

  private func body(of difference: BehaviourDifference, _ check: CheckDifference) -> [String] {
    var lines: [String] = []
    if let story = difference.story { lines += [""] + self.lines(of: story) + [""] }
    lines += facts(of: difference, check).flatMap { label, texts in
      // The label stands only before the first text, in a column of 12 characters.
      texts.enumerated().map { index, text in
        "  " + style(.faint, (index == 0 ? label : "").padded(to: 12)) + text
      }
    }
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  private func lines(of story: BehaviourDifference.Story) -> [String] {
    let steps = story.steps.map { step in
      // A command and its reply are cut separately, as in the report of a check.
      let (command, message) = TextReader().reply(step.message)
      return Counterexample.Step(
        message: printableLine(message + (step.onlyEdition.map { " (\(names[$0]) only)" } ?? "")),
        answers: command.map { printableLine($0) },
        changes: step.effect.changes.shown(by: printableUncut),
        performs: step.effect.performs.map { printableLine($0) }, outstanding: [],
        failure: step.effect.failure.map { printableLine($0) })
    }
    var lines: [String] = []
    if let lastMessage = story.lastMessage {
      lines = Counterexample(start: story.start.shown(by: printableUncut), steps: steps).story(mark: "", style: style)
      lines.append("  " + "\(story.steps.count + 1)".leftPadded(to: 2) + "  \(printableLine(lastMessage))   ≠")
    }
    let width = max(columns(of: names.old), columns(of: names.new))
    for edition in Edition.allCases {
      // The margin adds eight columns before the name and two after it.
      let margin = "        " + style(.strong, names[edition].padded(to: width)) + "  "
      let parts = parts(of: story.endings[edition], beside: story.endings[edition.other])
      lines += Counterexample.fill(parts, after: margin, width + 10, style.width)
    }
    return lines
  }

  private func parts(of end: BehaviourDifference.Effect, beside otherEnd: BehaviourDifference.Effect) -> [String] {
    guard end.isPossible else { return ["cannot happen"] }
    var parts = end.changes.map { change in
      // The whole texts are compared: a cut in their middle may leave out all that differs.
      var (before, after) = abbreviatedChange(printableUncut(change.before), printableUncut(change.after))
      // The values in which the programs differ must not be shortened away.
      if let counterpart = otherEnd.changes.first(where: { $0.path == change.path }), counterpart.after != change.after
      {
        after = abbreviatedChange(printableUncut(change.after), printableUncut(counterpart.after)).before
      }
      // Two values that differ may be equal once they are shortened.
      if after == before, change.before != change.after { before = "…" }
      let value = before.isEmpty ? after : after.isEmpty ? "\(before) is gone" : "\(before) → \(after)"
      return change.path.isEmpty ? value : "\(printableLine(change.path, upTo: 120)): \(value)"
    }
    if let failure = end.failure {
      parts.append("update fails: \(abbreviated(printableLine(failure)))")
    } else if !end.performs.isEmpty || !otherEnd.performs.isEmpty {
      parts.append("performs \(Self.list(end.performs))")
    }
    if end.differsOnlyInOutstanding(from: otherEnd) {
      parts.append("outstanding: \(Self.list(end.outstanding))")
    }
    return parts.isEmpty ? ["nothing changes"] : parts
  }

  private static func list(_ commands: [String]) -> String {
    commands.isEmpty ? "nothing" : commands.map { abbreviated(printableLine($0)) }.joined(separator: ", ")
  }

  /// A shorter difference in nothing but performed commands, as one line.
  private func line(of story: BehaviourDifference.Story) -> String {
    let place = story.lastMessage.map { "after \(counted(story.length, "step")), by \(abbreviated(printableLine($0)))" }
    let performs = story.endings.map { Self.list($0.performs) }
    return "only commands differ \(place ?? "at the start"): \(performs.old) → \(performs.new)"
  }

  func facts(of difference: BehaviourDifference, _ check: CheckDifference) -> [(label: String, lines: [String])] {
    var facts: [(String, [String])] = []
    if !difference.renames.isEmpty {
      let renames = difference.renames.map { "\(printableLine($0.old)) → \(printableLine($0.new))" }
      facts.append(("renamed", [renames.joined(separator: ", ")]))
    }
    if check.hasDifferentVerdicts, let old = check.verdicts.old, let new = check.verdicts.new {
      facts.append(("verdict", ["\(printableLine(old.text)) → \(printableLine(new.text))"]))
    }
    if let story = difference.commandsStory { facts.append(("earlier", [line(of: story)])) }
    if !difference.isSame || difference.hasShortfall {
      facts.append(("worlds", worlds(of: difference)))
    }
    if !difference.isSame {
      func add(
        _ label: String, _ texts: BehaviourDifference.UnsharedTexts, gone goneWord: String, came cameWord: String
      ) {
        guard !texts.old.isEmpty || !texts.new.isEmpty else { return }
        let (old, new) = (texts.old.prefix(shownTextCount), texts.new.prefix(shownTextCount))
        // A longer text is cut to the 90 characters around the place where the texts differ.
        let cuts = abbreviatedAroundDifference((old + new).map(printableUncut), to: 90)
        facts.append(
          (
            label,
            excerpt(Array(cuts.prefix(old.count)), of: texts.old.count, goneWord)
              + excerpt(Array(cuts.dropFirst(old.count)), of: texts.new.count, cameWord)
          ))
      }
      add("messages", difference.messages, gone: "gone", came: "new")
      add("effects", difference.effects, gone: "dead now", came: "alive now")
      add("commands", difference.commands, gone: "no more", came: "new")
      add(difference.comparesViews ? "screens" : "models", difference.screens, gone: "gone", came: "new")
    }
    if !difference.describedTypes.isEmpty {
      let types = difference.describedTypes.map { printableLine($0) }
      facts.append(("note", ["compared by descriptions of their own: " + types.joined(separator: ", ")]))
    }
    if !difference.comparesOutputs {
      facts.append(("note", ["commands are not compared: a graph does not say what steps perform"]))
    }
    return facts
  }

  private func worlds(of difference: BehaviourDifference) -> [String] {
    let (worldCounts, shortfalls) = (difference.sides.map(\.worldCount), difference.sides.map(\.shortfall))
    let counts =
      worldCounts.old == worldCounts.new
      ? "\(grouped(worldCounts.new)) in both" : "\(grouped(worldCounts.old)) → \(grouped(worldCounts.new))"
    if let shortfall = shortfalls.old, shortfall == shortfalls.new {
      return [counts, "both: \(printableLine(shortfall))"]
    }
    return [counts]
      + Edition.allCases.compactMap { edition in
        shortfalls[edition].map { "\(names[edition]): \(printableLine($0))" }
      }
  }

  /// The largest number of texts that a fact lists for each program; further texts are only counted.
  private var shownTextCount: Int { 3 }

  /// Lines such as `5 gone: first text`. They begin with the number of all texts, and list the first of them.
  private func excerpt(_ firstTexts: [String], of count: Int, _ word: String) -> [String] {
    guard !firstTexts.isEmpty else { return [] }
    let rest = count > firstTexts.count ? ["… and \(grouped(count - firstTexts.count)) more"] : []
    let indent = String(repeating: " ", count: word.count + grouped(count).count + 3)
    let following = (firstTexts.dropFirst() + rest).map { text in indent + text }
    return ["\(grouped(count)) \(word): \(firstTexts[0])"] + following
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - columns(of: self)))
  }
  fileprivate func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}

package import TEASupport

extension Counterexample {
  /// The counterexample as lines: one for each step where the step fits. Long values are shortened, and of more than 60 steps
  /// the middle ones are left out.
  ///
  /// - Parameter mark: The text after the last step.
  package func story(indent: String = "  ", mark: String = "   ✗", style: TextStyle = .plain) -> [String] {
    let mark = style(.bad, mark)
    let rows = rows(style)
    let numberWidth = max(2, "\(steps.count)".count)
    // Labels take at most two fifths of a line, to leave room for the changes.
    let largestLabelWidth = min(48, style.width * 2 / 5)
    let labelWidth = min(rows.filter { !$0.isRemark }.map { columns(of: $0.label) }.max() ?? 0, largestLabelWidth)
    let changesColumn = indent.count + numberWidth + 2 + labelWidth + 2
    let changesWidth = rows.filter { !$0.notes.isEmpty }.map { columns(of: $0.changesText) }.max() ?? 0
    return rows.enumerated().flatMap { index, row -> [String] in
      let isLast = index == rows.count - 1
      var beginning = indent + padding(numberWidth - row.number.count) + row.number + "  " + row.label
      var lines: [String] = []
      if row.isRemark { return [beginning + (isLast ? mark : "")] }
      if columns(of: row.label) > labelWidth {
        lines.append(beginning)
        beginning = ""
      }
      let notes = row.notes.joined(separator: "  ")
      let notesFitInLine = changesColumn + columns(of: notes) <= style.width
      let pieces = row.changes + (notes.isEmpty ? [] : notesFitInLine ? [notes] : row.notes)
      if lines.isEmpty || !pieces.isEmpty {
        beginning += padding(changesColumn - columns(of: beginning))
        var line = beginning + row.changesText
        if !notes.isEmpty { line += padding(changesWidth - columns(of: row.changesText)) + "  " + notes }
        lines +=
          columns(of: line) <= style.width ? [line] : Self.fill(pieces, after: beginning, changesColumn, style.width)
      }
      if isLast { lines[lines.count - 1] += mark }
      return lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }
    }
  }

  private static var maxShownSteps: Int { 60 }

  /// The start, the shown steps, and the remarks on loops and hidden steps.
  private func rows(_ style: TextStyle) -> [Row] {
    let startLabel = flags.map { "start \($0)" } ?? "start"
    var rows: [Row] = [
      Row(
        number: "", label: startLabel,
        changes: (start + startEnvironment).map {
          $0.path.isEmpty ? abbreviated($0.after) : "\($0.path): \(abbreviated($0.after))"
        },
        notes: [textOfCommands(startPerforms)].compactMap { $0 }.map { style(.faint, $0) })
    ]
    let hiddenStart = Self.maxShownSteps / 2
    let hidden = hiddenStart..<max(hiddenStart, steps.count - Self.maxShownSteps / 2)
    let labels = abbreviatedLabels(of: steps.indices.filter { !hidden.contains($0) })
    for (index, step) in steps.enumerated() where index <= hidden.lowerBound || index >= hidden.upperBound {
      // The steps after hidden ones are not the first of a loop that begins among those; the last line has its number.
      if index == loop { rows.append(Row(number: "", label: "again and again:", isRemark: true)) }
      if hidden.contains(index) {
        let verb = hidden.count == 1 ? "is" : "are"
        let label = "\(counted(hidden.count, "step")) \(verb) not shown; --format json has them"
        rows.append(Row(number: "…", label: label, isRemark: true))
        continue
      }
      rows.append(
        Row(
          number: "\(index + 1)",
          label: labels[index] ?? "",
          changes: ((step.failure == nil ? step.changes : []) + step.environment).map { Self.text(of: $0, style) },
          notes: notes(of: step).map { style(step.failure == nil ? .faint : .bad, $0) }))
    }
    if let trap { rows[rows.count - 1].changes.append(trap) }
    if let loop {
      rows.append(Row(number: "…", label: "and again from step \(grouped(loop + 1))", isRemark: true))
    }
    return rows
  }

  /// The labels of steps, by their indices. Steps that differ have labels that differ, if such cuts can be found.
  private func abbreviatedLabels(of indices: [Int]) -> [Int: String] {
    let parts = indices.map { steps[$0].partsOfLabel }
    let senders = abbreviatedDistinctly(parts.map(\.sender))
    let messages = abbreviatedDistinctly(parts.map(\.message))
    let labels = parts.indices.map { senders[$0] + parts[$0].verb + messages[$0] }
    return Dictionary(uniqueKeysWithValues: zip(indices, labels))
  }

  /// Joins pieces by `gap` to lines of at most `width` columns, where they fit. The first line begins with `start`, and each
  /// other line at `column`.
  package static func fill(
    _ pieces: [String], by gap: String = "  ", after start: String, _ column: Int, _ width: Int
  ) -> [String] {
    var lines = [start]
    for (index, piece) in pieces.enumerated() {
      // A change that is too long for a line is broken before its arrow, and its new value at spaces.
      let arrow = column + columns(of: piece) > width ? piece.firstRange(of: " → ") : nil
      let text = arrow.map { String(piece[..<$0.lowerBound]) } ?? piece
      let last = lines.count - 1
      if index > 0, columns(of: lines[last]) + gap.count + columns(of: text) > width {
        lines.append(padding(column) + text)
      } else {
        lines[last] += (index > 0 ? gap : "") + text
      }
      guard let arrow else { continue }
      var words: [String] = []
      for word in piece[arrow.upperBound...].split(separator: " ", omittingEmptySubsequences: false) {
        // The value of a field stays behind its name.
        if words.last?.hasSuffix(":") ?? false { words[words.count - 1] += " \(word)" } else { words.append("\(word)") }
      }
      lines += fill(words, by: " ", after: padding(column + 2) + "→ ", column + 4, width)
    }
    return lines
  }

  /// A line of the story, before its columns are laid out.
  private struct Row {
    /// The number of the step; “…” or empty where the row is no step.
    var number: String
    var label: String
    var changes: [String] = []
    /// Texts on the commands, or the error that `update` threw.
    var notes: [String] = []
    /// The row is a remark on other rows, and has nothing but a label.
    var isRemark = false
    var changesText: String { changes.joined(separator: "  ") }
  }

  private func notes(of step: Step) -> [String] {
    if let failure = step.failure { return ["update fails: \(abbreviated(failure))"] }
    let outstanding = step.outstanding.count > 1 ? step.outstanding : []
    return [
      textOfCommands(step.carriedOut), textOfCommands(step.delays, after: "delays "),
      textOfCommands(step.drops, after: "drops "),
      textOfCommands(outstanding, after: "outstanding: "),
    ].compactMap { $0 }
  }

  /// The commands after a heading; `nil` for no commands. Three or more equal commands in a row are shown as one command with
  /// their number.
  private func textOfCommands(_ commands: [String], after heading: String = "performs ") -> String? {
    var texts: [String] = []
    var rest = commands[...]
    while let command = rest.first {
      let others = rest.drop { $0 == command }
      let count = rest.count - others.count
      texts.append(
        abbreviated(command) + (count > 2 ? " × \(grouped(count))" : count == 2 ? ", \(abbreviated(command))" : ""))
      rest = others
    }
    return texts.isEmpty ? nil : heading + texts.joined(separator: ", ")
  }

  /// The largest length of a value, in characters; less on a narrow terminal.
  private static func maxValueLength(_ style: TextStyle) -> Int {
    style.width < 100 ? max(24, style.width * 2 / 5) : 60
  }

  private static func text(of change: Change, _ style: TextStyle) -> String {
    let limit = maxValueLength(style)
    // A short value says little of the long one that takes its place, as a case that is entered: this may take two lines.
    let (before, after) =
      change.before.count > limit || change.after.count <= limit
      ? abbreviatedChange(change.before, change.after, to: limit)
      : (abbreviated(change.before, to: limit), abbreviated(change.after, to: 2 * limit))
    let text = "\(style(.faint, before)) → \(style(.strong, after))"
    return change.path.isEmpty ? text : "\(change.path): \(text)"
  }
}

private func padding(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

extension Counterexample.Step {
  /// The label as sender, verb and message. Sender and message are cut separately, so that both and the verb are seen; each of
  /// them may be empty.
  fileprivate var partsOfLabel: (sender: String, verb: String, message: String) {
    guard let event else {
      return answers.map { ($0, " replies ", message) } ?? ("", "", message)
    }
    guard message != event, event.hasSuffix(message) else { return ("", "", event) }
    let beginning = event.dropLast(message.count)
    for verb in [" sends ", " replies ", " is answered "] where beginning.hasSuffix(verb) {
      // A command may reach the environment and be answered in one step.
      let start = beginning.ranges(of: " reaches the ").last?.lowerBound
      let sender = start.map { beginning[..<$0] } ?? beginning.dropLast(verb.count)
      return (String(sender), String(beginning[sender.endIndex...]), message)
    }
    return (String(beginning), "", message)
  }
}

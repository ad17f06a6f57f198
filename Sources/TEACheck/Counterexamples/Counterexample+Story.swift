extension Counterexample {
  /// The story, a line per step: what happened, what changed, what was performed and what is outstanding.
  ///
  /// Long values are folded to keep the lines readable; the JSON report has them whole.
  ///
  /// - Parameter mark: What stands after the last step.
  func story(indent: String = "  ", mark: String = "   ✗") -> [String] {
    let startLabel = flags.map { "start \($0)" } ?? "start"
    var rows: [Row] = [
      Row(
        number: "", label: startLabel,
        changes: start.map { $0.path.isEmpty ? fold($0.after) : "\($0.path): \(fold($0.after))" },
        notes: performing(startPerforms))
    ]
    for (index, step) in steps.enumerated() {
      if index == loop { rows.append(Row(number: "", label: "again and again:", isRemark: true)) }
      if steps.count > Self.longest, index == Self.longest / 2 {
        let hidden = steps.count - Self.longest
        rows.append(
          Row(
            number: "…", label: "\(grouped(hidden)) steps are not shown; --format json has them", changes: [], notes: ""
          ))
      }
      if steps.count > Self.longest, index >= Self.longest / 2, index < steps.count - Self.longest / 2 { continue }
      rows.append(
        Row(
          number: "\(index + 1)",
          label: step.answers.map { "\(fold($0)) replies \(fold(step.message))" } ?? fold(step.message),
          changes: step.failure == nil ? step.changes.map(Self.text) : [],
          notes: notes(of: step)))
    }
    if let trap {
      rows[rows.count - 1].changes.append(trap)
    }
    if let loop {
      rows.append(Row(number: "…", label: "and again from step \(grouped(loop + 1))", isRemark: true))
    }
    let number = max(2, "\(steps.count)".count)
    let label = min(rows.filter { !$0.isRemark }.map(\.label.count).max() ?? 0, 48)
    let column = indent.count + number + 2 + label + 2
    let changes = rows.filter { !$0.notes.isEmpty }.map(\.changesText.count).max() ?? 0
    return rows.enumerated().flatMap { index, row -> [String] in
      let isLast = index == rows.count - 1
      var start = indent + padding(number - row.number.count) + row.number + "  " + row.label
      var lines: [String] = []
      if row.isRemark { return [start + (isLast ? mark : "")] }
      if row.label.count > label {
        lines.append(start)
        start = ""
      }
      start += padding(column - start.count)
      var line = start + row.changesText
      if !row.notes.isEmpty { line += padding(changes - row.changesText.count) + "  " + row.notes }
      let pieces = row.changes + (row.notes.isEmpty ? [] : [row.notes])
      lines += line.count <= Self.width ? [line] : Self.fill(pieces, after: start, column: column)
      if isLast { lines[lines.count - 1] += mark }
      return lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }
    }
  }

  /// The most steps that are shown.
  private static var longest: Int { 60 }

  /// The longest line that is not broken.
  private static var width: Int { 120 }

  /// Pieces in as many lines as they need.
  private static func fill(_ pieces: [String], after start: String, column: Int) -> [String] {
    var lines = [start]
    var isEmpty = true
    for piece in pieces {
      let last = lines.count - 1
      if !isEmpty, lines[last].count + 2 + piece.count > width {
        lines.append(padding(column) + piece)
      } else {
        lines[last] += (isEmpty ? "" : "  ") + piece
      }
      isEmpty = false
    }
    return lines
  }

  private struct Row {
    var number: String
    var label: String
    var changes: [String] = []
    var notes = ""
    /// Whether the row is about other rows.
    var isRemark = false
    var changesText: String { changes.joined(separator: "  ") }
  }

  private func notes(of step: Step) -> String {
    if let failure = step.failure { return "update fails: \(fold(failure))" }
    var notes = [performing(step.performs)].filter { !$0.isEmpty }
    if step.outstanding.count > 1 {
      notes.append("outstanding: " + step.outstanding.map { fold($0) }.joined(separator: ", "))
    }
    return notes.joined(separator: "  ")
  }

  private func performing(_ commands: [String]) -> String {
    commands.isEmpty ? "" : "performs " + commands.map { fold($0) }.joined(separator: ", ")
  }

  private static func text(of change: Change) -> String {
    let text = "\(fold(change.before)) → \(fold(change.after))"
    return change.path.isEmpty ? text : "\(change.path): \(text)"
  }
}

/// A text cut in the middle to a readable length.
func fold(_ text: String) -> String {
  let limit = 60
  guard text.count > limit else { return text }
  return "\(text.prefix(limit - 20))…\(text.suffix(19))"
}

private func padding(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

internal import TEAResults
import TEASupport
internal import TEAText

/// The screen of the stepper: lines from its top to its bottom.
struct Screen: Hashable {
  private(set) var lines: [ScreenLine]

  init(of model: Stepper.Model) {
    let size = model.size
    var body: [ScreenLine]
    let footer: ScreenLine
    switch model.page {
    case .help: (body, footer) = (Self.help, ScreenLine("any key goes back", .faint))
    case .model(let scroll):
      let visibleLines = Self.linesOfModel(model).dropFirst(scroll).prefix(Self.rowCountOfModel(size))
      (body, footer) = (Self.header(model) + visibleLines, Self.keys(of: model.page, size))
    case .position:
      (body, footer) = (Self.header(model), Self.keys(of: model.page, size))
      if let position = model.position {
        body += Self.page(of: position, model, rows: size.rows - body.count - 2)
      } else {
        body.append(ScreenLine("the suite starts", .faint))
      }
    }
    // Below the body are at least an empty row and the footer.
    body = Array(body.prefix(max(0, size.rows - 2)))
    body += Array(repeating: ScreenLine(), count: max(0, size.rows - 1 - body.count))
    lines = Array((body + [footer]).prefix(max(0, size.rows)))
  }

  /// The keys of a page with their descriptions, or only two of them where the screen is too narrow for all.
  private static func keys(of page: Stepper.Page, _ size: ScreenSize) -> ScreenLine {
    let keys =
      page == .position
      ? "→ recorded  ← back  ↑ ↓ choose  return take  m model  ? help  q quit"
      : "→ recorded  ← back  ↑ ↓ scroll  m steps  ? help  q quit"
    return ScreenLine(columns(of: keys) <= size.columns ? keys : "? help  q quit", .faint)
  }

  private static let help: [ScreenLine] =
    [ScreenLine("Keys", .strong), ScreenLine()]
    + [
      ("→  l  space", "take the recorded next step"), ("←  h", "go one step back"),
      ("↑ ↓  k j", "choose among the steps that can happen next"), ("page up, page down", "choose, ten at a time"),
      ("return", "take the step that is chosen, off the recording too"),
      ("home  0", "go to the start"), ("end  $", "go to the end of the recording"),
      ("m", "show the whole model, or the steps"), ("?", "show this"), ("q  Ctrl-C  Ctrl-D", "quit"),
    ].map { keys, meaning in
      // The meanings begin two columns after the longest text of keys.
      ScreenLine("  " + keys + String(repeating: " ", count: 20 - columns(of: keys)) + meaning)
    }

  private static func header(_ model: Stepper.Model) -> [ScreenLine] {
    var steps = ScreenLine()
    if let position = model.position {
      let (path, length) = (position.path, grouped(position.recordingLength))
      if path.isOnRecording {
        steps.add("step \(grouped(path.recordedCount)) of \(length)", .strong)
      } else {
        steps.add("step \(grouped(path.count))", .strong)
        steps.add(", off the recording since step \(grouped(path.recordedCount)) of \(length)", .unsure)
      }
      if !position.violations.isEmpty { steps.add("  ✗", .bad) }
      steps.add("  ")
    }
    steps.add(model.source, .faint)
    return [ScreenLine(model.title, .strong), steps, ScreenLine()]
  }

  // MARK: The page of the position

  private static func page(of position: WalkPosition, _ model: Stepper.Model, rows: Int) -> [ScreenLine] {
    let remarkLines = remark(on: position, model.size)
    // At least two next steps stay visible, or as many as a quarter of the rows. An empty line and a title stand above them.
    let reservedRows = min(position.nextCount, max(2, rows / 4)) + remarkLines.count + 2
    var body = lastStepAndWorld(of: position, model)
    let bodyLimit = max(0, rows - reservedRows)
    if body.count > bodyLimit {
      let hiddenCount = body.count - bodyLimit + 1
      body =
        body.prefix(max(0, bodyLimit - 1)) + [ScreenLine("… \(counted(hiddenCount, "more line")); m shows all", .faint)]
    }
    let rowsLeft = max(0, rows - body.count - remarkLines.count - 2)
    return body + [ScreenLine()] + nextSteps(of: position, model, rows: rowsLeft) + remarkLines
  }

  private static func lastStepAndWorld(of position: WalkPosition, _ model: Stepper.Model) -> [ScreenLine] {
    let step = position.step
    let width = model.size.columns
    var lines = [ScreenLine(step.label, .strong)]
    // Violations come first, because the end is cut off where the screen is too small.
    for violation in position.violations { lines += screenLines(about: violation) }
    if let trappedStep = model.trappedStep { lines += screenLines(about: trappedStep, position) }
    if let reason = position.undeclaredStepReason {
      lines.append(ScreenLine("  nothing declares it: \(reason)", .unsure))
    }
    if let failure = step.failure { lines.append(ScreenLine("  update fails: \(failure)", .bad)) }
    for change in step.changes where step.failure == nil {
      let name = change.path.isEmpty ? "" : "\(change.path): "
      // The two values share the columns that the indentation, the name and the arrow leave. Each gets at least 12, so that
      // some of its text stays readable.
      let (before, after) = abbreviatedChange(change.before, change.after, to: max(12, (width - name.count - 6) / 2))
      var line = ScreenLine("  \(name)")
      line.add(before, .faint)
      line.add(" → ")
      line.add(after, .strong)
      lines.append(line)
    }
    for (heading, commands) in [("performs", step.carriedOut), ("delays", step.delays), ("drops", step.drops)]
    where !commands.isEmpty {
      lines.append(ScreenLine("  \(heading) \(commands.joined(separator: ", "))", .faint))
    }
    lines.append(ScreenLine())
    let fields = position.model.map { $0.name.isEmpty ? $0.text : "\($0.name): \($0.text)" }
    lines += filled("model", fields, position, width)
    for field in position.fieldsBesideModel { lines += filled(field.name, [field.text], position, width) }
    if let view = step.view {
      lines += view.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
        labelled(index == 0 ? "view" : "", String(line), position)
      }
    }
    return lines
  }

  private static func screenLines(about violation: WalkPosition.Violation) -> [ScreenLine] {
    var line = ScreenLine("✗ “\(violation.property)”", .bad)
    if let place = violation.place { line.add("  \(place)", .faint) }
    return [line] + indentedLines(of: violation.detail ?? "")
  }

  /// At most four lines for a text; the last one may count the lines that are left out.
  private static func indentedLines(of text: String) -> [ScreenLine] {
    let (lines, limit) = (text.split(separator: "\n"), 4)
    let shown = lines.prefix(lines.count > limit ? limit - 1 : limit).map { ScreenLine("  \($0)") }
    guard lines.count > limit else { return shown }
    return shown + [ScreenLine("  … \(counted(lines.count - shown.count, "more line"))")]
  }

  private static func screenLines(about trappedStep: Stepper.TrappedStep, _ position: WalkPosition) -> [ScreenLine] {
    let step = (trappedStep.index ?? position.recordedNextIndex).flatMap { position.text(ofNext: $0) } ?? "the step"
    return [ScreenLine("✗ \(step) ends the program: \(trappedStep.trap.sentence)", .bad)]
      + indentedLines(of: trappedStep.trap.explanation)
  }

  private static func nextSteps(of position: WalkPosition, _ model: Stepper.Model, rows: Int) -> [ScreenLine] {
    let count = position.nextCount
    guard count > 0 else { return [ScreenLine("nothing can happen next", .faint)] }
    let firstVisible = max(0, min(model.cursor - rows / 2, count - rows))
    let visible = firstVisible..<min(count, firstVisible + max(0, rows))
    var title = ScreenLine("next", .strong)
    if visible.count < count, let last = visible.last {
      title.add("  \(grouped(visible.lowerBound + 1))–\(grouped(last + 1)) of \(grouped(count))", .faint)
    }
    return [title]
      + visible.map { index in
        let isChosen = index == model.cursor
        let text = (isChosen ? "> " : "  ") + (position.text(ofNext: index) ?? "…")
        var line = ScreenLine(text, isChosen ? .strong : nil)
        if index == position.recordedNextIndex {
          line.add("   recorded", .faint)
          if let reason = position.undeclaredNextReason { line.add(", and nothing declares it: \(reason)", .unsure) }
        }
        return line
      }
  }

  /// The `ending` of a position on at most three lines, or else a remark at the end of the recording.
  private static func remark(on position: WalkPosition, _ size: ScreenSize) -> [ScreenLine] {
    if let ending = position.ending {
      var lines = ending.wrapped(toColumns: max(1, size.columns))
      if lines.count > 3 { lines[2] = lines[2].cut(toColumns: size.columns - 1) + "…" }
      return lines.prefix(3).map { ScreenLine($0, .unsure) }
    }
    let isAtEnd = position.path.isOnRecording && position.path.recordedCount == position.recordingLength
    return isAtEnd ? [ScreenLine("the recording ends here", .faint)] : []
  }

  // MARK: The page of the model

  static func hiddenLineCountOfModel(_ model: Stepper.Model) -> Int {
    max(0, linesOfModel(model).count - rowCountOfModel(model.size))
  }

  /// The number of rows for the model. The other five are the three of the header, an empty one, and the footer.
  private static func rowCountOfModel(_ size: ScreenSize) -> Int { max(0, size.rows - 5) }

  /// All fields of the world, and its view. Only a line of more than ``longestLineOfValue`` characters is shortened.
  private static func linesOfModel(_ model: Stepper.Model) -> [ScreenLine] {
    guard let position = model.position else { return [] }
    let width = max(10, model.size.columns)
    var lines: [ScreenLine] = []
    func add(_ name: String, _ text: String) {
      let texts = text.split(separator: "\n", omittingEmptySubsequences: false).map {
        printableLine(String($0), upTo: longestLineOfValue)
      }
      let label = name.isEmpty ? "" : "\(printableLine(name)):"
      if texts.count == 1 {
        let line = label.isEmpty ? texts[0] : "\(label) \(texts[0])"
        lines += line.wrapped(toColumns: width).map { ScreenLine($0) }
      } else {
        lines.append(ScreenLine(label))
        lines += texts.flatMap { $0.wrapped(toColumns: width - 2).map { ScreenLine("  \($0)") } }
      }
    }
    for field in position.model { add(field.name, field.text) }
    if !position.fieldsBesideModel.isEmpty { lines.append(ScreenLine()) }
    for field in position.fieldsBesideModel { add(field.name, field.text) }
    if let view = position.step.view {
      lines.append(ScreenLine())
      add("view", view)
    }
    return lines
  }

  /// In characters. Each drawing of the screen wraps the whole model again, and the limit bounds the time of a drawing.
  private static var longestLineOfValue: Int { 20_000 }

  // MARK: Lines

  /// The width of the labels and of the gap after them, in characters.
  private static func labelWidth(_ position: WalkPosition) -> Int {
    (["model"] + position.fieldsBesideModel.map(\.name)).map(\.count).max()! + 2
  }

  private static func labelled(_ label: String, _ text: String, _ position: WalkPosition) -> ScreenLine {
    var line = ScreenLine(label + String(repeating: " ", count: labelWidth(position) - label.count), .faint)
    line.add(text)
    return line
  }

  /// Lines that each hold as many pieces as fit; the first line begins with a label.
  private static func filled(
    _ label: String, _ pieces: [String], _ position: WalkPosition, _ width: Int
  ) -> [ScreenLine] {
    let textWidth = width - labelWidth(position)
    var lines: [String] = []
    for piece in pieces.map({ abbreviated(printableLine($0), to: max(12, textWidth)) }) {
      if let last = lines.last, columns(of: last) + 2 + columns(of: piece) <= textWidth {
        lines[lines.count - 1] += "  " + piece
      } else {
        lines.append(piece)
      }
    }
    return lines.enumerated().map { labelled($0 == 0 ? label : "", $1, position) }
  }
}

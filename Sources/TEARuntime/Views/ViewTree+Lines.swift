internal import TEAText

extension ViewTree {
  /// The view as lines of text, for a terminal.
  ///
  /// Buttons are in brackets and fields in braces; the part in focus also has arrows. A line stands for 16 points of
  /// space, and a column for 8 points. Characters that do not print are escaped.
  ///
  /// - Parameters:
  ///   - width: The number of columns. Texts are wrapped, and anything wider is cut off.
  ///   - focus: The index among the ``messages`` of the message in focus; `nil` for none.
  public func lines(width: Int, focus: Int? = nil) -> [String] {
    var painter = Painter(focus: focus)
    return painter.lines(of: self, width: max(1, width)).map { trimmed($0.cut(toColumns: max(1, width))) }
  }

  private func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }
}

/// Draws a view, and counts its messages to find the message in focus.
private struct Painter {
  /// The index of the message in focus among all messages of the view; `nil` for none.
  let focus: Int?
  /// The number of messages in the parts that were drawn so far.
  private var messageCount = 0

  init(focus: Int?) { self.focus = focus }

  mutating func lines<Message>(of tree: ViewTree<Message>, width: Int) -> [String] {
    switch tree {
    case .text(let text):
      return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
        wrapped(escaped(String($0)), to: width)
      }
    case .image(let picture): return ["<\(escaped(picture.name))>"]
    case .progress(let fraction): return [bar(fraction)]
    case .button(_, let label):
      let isFocused = messageCount == focus
      messageCount += 1
      // The brackets and the spaces inside of them take four columns.
      let labelLines = lines(of: label, width: max(1, width - 4))
      let columns = labelLines.map(\.columns).max() ?? 0
      return (labelLines.isEmpty ? [""] : labelLines).map {
        (isFocused ? "[>" : "[ ") + $0.padded(to: columns) + (isFocused ? "<]" : " ]")
      }
    case .field(let field):
      let isFocused = messageCount == focus && field.stop != nil
      messageCount += field.messages.count
      return [fieldLine(field, isFocused, width)]
    case .stack(.vertical, let spacing, let distribution, let parts):
      return stackedBelow(parts.map { lines(of: $0, width: width) }, spacing, distribution)
    case .stack(.horizontal, let spacing, let distribution, let parts):
      return stackedBeside(parts, spacing, distribution, width)
    }
  }

  /// Shows only the end of a text that is too long, because a person types there.
  private func fieldLine<Message>(_ field: ViewField<Message>, _ isFocused: Bool, _ width: Int) -> String {
    var text = escaped(field.text)
    if isFocused { text += "_" }
    if text.isEmpty { text = escaped(field.placeholder) }
    text = text.suffix(fitting: max(1, width - 4))
    return isFocused ? "{>\(text)<}" : "{ \(text) }"
  }

  private func stackedBelow(_ parts: [[String]], _ spacing: Int, _ distribution: ViewDistribution) -> [String] {
    let height = distribution == .equal ? parts.map(\.count).max() ?? 0 : 0
    let gap = Array(repeating: "", count: cellCount(spacing, per: 16))
    return Array(
      parts.map { $0 + Array(repeating: "", count: max(0, height - $0.count)) }.joined(separator: gap))
  }

  private mutating func stackedBeside<Message>(
    _ parts: [ViewTree<Message>], _ spacing: Int, _ distribution: ViewDistribution, _ width: Int
  ) -> [String] {
    // Without spacing, a gap of one column still keeps the parts apart.
    let gap = cellCount(spacing == 0 ? 8 : spacing, per: 8)
    let equalShare = parts.isEmpty ? width : (width - gap * (parts.count - 1)) / parts.count
    var columnsLeft = width
    var blocks: [(lines: [String], columns: Int)] = []
    for part in parts {
      let lines = lines(of: part, width: max(1, distribution == .equal ? equalShare : columnsLeft))
      let columns = lines.map(\.columns).max() ?? 0
      blocks.append((lines, columns))
      columnsLeft -= columns + gap
    }
    if distribution == .equal {
      let largestColumns = blocks.map(\.columns).max() ?? 0
      for index in blocks.indices { blocks[index].columns = largestColumns }
    }
    let height = blocks.map(\.lines.count).max() ?? 0
    return (0..<height).map { row in
      blocks.map { block in (row < block.lines.count ? block.lines[row] : "").padded(to: block.columns) }
        .joined(separator: String(repeating: " ", count: gap))
    }
  }

  /// The rounded number of lines or columns for a space in points; at least 1 for a positive space.
  private func cellCount(_ points: Int, per cell: Int) -> Int { points > 0 ? max(1, (points + cell / 2) / cell) : 0 }

  private func bar(_ fraction: Double?) -> String {
    guard let fraction, !fraction.isNaN else { return "…" }
    let clampedFraction = min(1, max(0, fraction))
    let filledCount = Int((clampedFraction * 10).rounded(.down))
    return String(repeating: "#", count: filledCount) + String(repeating: "-", count: 10 - filledCount)
      + " \(Int((clampedFraction * 100).rounded(.down)))%"
  }

  private func wrapped(_ line: String, to width: Int) -> [String] {
    guard line.columns > width else { return [line] }
    var lines: [String] = []
    var currentLine = ""
    let indent = line.prefix { $0 == " " }
    let words = line.dropFirst(indent.count).split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    for (index, part) in words.enumerated() {
      let word = index == 0 ? indent + part : part
      let longerLine = currentLine.isEmpty ? word : currentLine + " " + word
      if longerLine.columns <= width {
        currentLine = longerLine
        continue
      }
      if !currentLine.isEmpty { lines.append(currentLine) }
      currentLine = word
      while currentLine.columns > width {
        let head = currentLine.cut(toColumns: width)
        // A character that is wider than a line gets a line of its own.
        let piece = head.isEmpty ? String(currentLine.prefix(1)) : head
        lines.append(piece)
        currentLine.removeFirst(piece.count)
      }
    }
    return currentLine.isEmpty ? lines : lines + [currentLine]
  }
}

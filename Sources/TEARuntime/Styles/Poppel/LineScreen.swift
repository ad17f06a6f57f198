import TEARuntime

/// Shows a program as lines of text: prints each view, and presses the button of each number that is read.
@MainActor final class LineScreen<M: TEARuntime.Module>: Delegate where M.View == ViewTree<M.Message> {
  typealias Module = M

  private let print: (String) -> Void
  /// Kept so that the same view is not printed twice in a row.
  private var lastLines: [String] = []

  private init(print: @escaping (String) -> Void) { self.print = print }

  /// Shows a program of the main actor until the input ends or has the line `q`, and then stops the program.
  ///
  /// A line with the number of a button, from 1, presses the button. Fields are numbered too, and keep their texts.
  static func run(_ program: Program<M>, input: AsyncStream<String>, print: @escaping (String) -> Void) async {
    let screen = LineScreen(print: print)
    program.setDelegate(screen)
    for await line in input where line != "" {
      if line == "q" { break }
      let stops = program.view.stops
      if let number = Int(line), number >= 1, number <= stops.count {
        program.dispatch(program.view.messages[stops[number - 1]])
      } else {
        print(screen.hint(for: program.view))
      }
    }
    program.stop()
    // The program holds its delegate weakly.
    withExtendedLifetime(screen) {}
  }

  private func hint(for view: ViewTree<M.Message>) -> String {
    let numbers = view.stops.indices.map { "\($0 + 1)" }
    return numbers.isEmpty ? "q quits" : "\(numbers.joined(separator: ", ")) and return press a button, q quits"
  }

  func program(_ program: Program<M>, didUpdate view: ViewTree<M.Message>) {
    // Few terminals are narrower than 80 columns.
    let lines = view.lines(width: 80) + [hint(for: view)]
    guard lines != lastLines else { return }
    lastLines = lines
    lines.forEach(print)
  }

  func program(_ program: Program<M>, didFail failure: any Error, performing command: M.Command) {
    print("\(failure)")
  }
}

func standardInput() -> AsyncStream<String> {
  let (lines, continuation) = AsyncStream.makeStream(of: String.self)
  Task.detached {
    while let line = readLine() { continuation.yield(line) }
    continuation.finish()
  }
  return lines
}

internal import TEAResults
import TEASupport

/// A counterexample as a row of frames.
struct FilmStrip {
  let counterexample: Counterexample
  /// `true` where the last step violates the property or traps; `false` for the steps of a replay that passed.
  let endsWrong: Bool

  /// The largest number of steps that are shown. A longer counterexample is shown without its middle, to keep the page small.
  private static let maxSteps = 400

  var html: String {
    let steps = counterexample.steps
    var frames = [startFrame]
    var viewBefore = counterexample.startView
    for (index, step) in steps.enumerated() {
      defer { viewBefore = step.view }
      if steps.count > Self.maxSteps, index >= Self.maxSteps / 2, index < steps.count - Self.maxSteps / 2 {
        if index == Self.maxSteps / 2 {
          let hidden = counted(steps.count - Self.maxSteps, "step")
          frames.append("<li class=\"gap\"><p class=\"faint\">… \(hidden) more; --format json has them</p></li>\n")
        }
        continue
      }
      frames.append(frame(step, index, before: viewBefore))
    }
    return """
      <div class="film">
      <div class="controls" hidden>
      <button type="button" class="back" aria-label="Step back">←</button>
      <span class="at" aria-live="polite"></span>
      <button type="button" class="forth" aria-label="Step forward">→</button>
      </div>
      <ol class="strip" tabindex="0" aria-label="The counterexample, \(counted(steps.count, "step")): \
      left and right arrows go from step to step">
      \(frames.joined())</ol>
      </div>

      """
  }

  private var startFrame: String {
    let fields = counterexample.start.map { change($0, isStart: true) }.joined(separator: "\n")
    let isEnd = counterexample.steps.isEmpty
    return opening(frame: 0, number: "start", isEnd: isEnd)
      + (counterexample.flags.map { "<h5 class=\"message\">\(Markup.code("start \($0)"))</h5>\n" } ?? "")
      + "<div class=\"changes\">\(fields)</div>\n" + environment(counterexample.startEnvironment, isStart: true)
      + screen(counterexample.startView, before: nil)
      + commands("performs", counterexample.startPerforms) + closing(isEnd: isEnd)
  }

  private func frame(_ step: Counterexample.Step, _ index: Int, before viewBefore: String?) -> String {
    let isEnd = index == counterexample.steps.count - 1
    var text = opening(
      frame: index + 1, number: grouped(index + 1), isEnd: isEnd,
      isInLoop: counterexample.loop.map { index >= $0 } ?? false)
    let answers = step.answers.map { "\(Markup.code($0, "answers")) <span class=\"faint\">replies</span> " } ?? ""
    text += "<h5 class=\"message\">\(answers)\(Markup.code(step.event ?? step.message))</h5>\n"
    if let failure = step.failure {
      text += "<p class=\"wrong\">update fails: \(Markup.code(failure))</p>\n"
    } else if isEnd, counterexample.trap != nil, step.changes.isEmpty {
      // The step did not end, so the model after it is unknown.
    } else if step.changes.isEmpty {
      text += "<p class=\"faint still\">the model stays as it is</p>\n"
    } else {
      text += "<div class=\"changes\">" + step.changes.map { change($0) }.joined(separator: "\n") + "</div>\n"
    }
    text += environment(step.environment) + screen(step.view, before: viewBefore)
    text +=
      commands("performs", step.carriedOut) + commands("delays", step.delays) + commands("drops", step.drops)
      + commands("outstanding", step.outstanding)
    return text + closing(isEnd: isEnd)
  }

  /// - Parameter frame: The number of steps up to the frame.
  private func opening(frame: Int, number: String, isEnd: Bool, isInLoop: Bool = false) -> String {
    let cssClasses = ["frame", isEnd && endsWrong ? "end" : "", isInLoop ? "loop" : ""].filter { !$0.isEmpty }
    let loop = isInLoop ? " <span class=\"again\">again and again</span>" : ""
    return
      "<li class=\"\(cssClasses.joined(separator: " "))\" data-frame=\"\(frame)\"><p class=\"number\">\(number)\(loop)</p>\n"
  }

  private func closing(isEnd: Bool) -> String {
    (isEnd ? counterexample.trap.map { "<p class=\"wrong\">\(markup($0))</p>\n" } ?? "" : "")
      + (isEnd && endsWrong ? "<p class=\"verdict wrong\">✗ \(markup(counterexample.property))</p>\n" : "") + "</li>\n"
  }

  private func pathMarkup(_ path: String) -> String {
    path.isEmpty ? "" : "<span class=\"path\">\(markup(path))</span> "
  }

  /// - Parameter isStart: `true` for a field at the start, which has no value before.
  private func change(_ change: Counterexample.Change, isStart: Bool = false) -> String {
    let after = Markup.code(change.after)
    let values = isStart ? after : "<del>\(Markup.code(change.before))</del> <ins>\(after)</ins>"
    return "<div class=\"change\">\(pathMarkup(change.path))\(values)</div>"
  }

  private func environment(_ changes: [Counterexample.Change], isStart: Bool = false) -> String {
    guard !changes.isEmpty else { return "" }
    let lines = changes.map { change($0, isStart: isStart) }
    return "<div class=\"changes environment\"><span class=\"faint\">environment</span>\(lines.joined())</div>\n"
  }

  /// The view, with marks at the lines that the view before does not have.
  private func screen(_ view: String?, before viewBefore: String?) -> String {
    guard let view else { return "" }
    let oldLines = Set((viewBefore ?? view).split(separator: "\n", omittingEmptySubsequences: false))
    let lines = view.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      "<div\(oldLines.contains(line) ? "" : " class=\"new\"")>\(line.isEmpty ? " " : Markup.code(String(line)))</div>"
    }
    return "<div class=\"screen\" aria-label=\"What is shown\">\(lines.joined())</div>\n"
  }

  private func commands(_ title: String, _ commands: [String]) -> String {
    guard !commands.isEmpty else { return "" }
    // More than 20 commands would make a frame too tall to read.
    let items = commands.prefix(20).map { "<li>\(Markup.code($0))</li>" }.joined()
    let rest = commands.count > 20 ? "<li class=\"faint\">… and \(grouped(commands.count - 20)) more</li>" : ""
    return "<div class=\"commands \(title)\"><span class=\"faint\">\(title)</span><ul>\(items)\(rest)</ul></div>\n"
  }
}

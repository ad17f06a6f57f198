internal import TEAResults
import TEASupport

/// The messages, classes of worlds and conditions that a search met or did not meet, as tables.
struct CoverageTable {
  let details: CoverageDetails

  var summary: String {
    let metCount = details.messages.count { $0.sent + $0.replied > 0 }
    return "\(grouped(metCount)) of \(counted(details.messages.count, "message"))"
  }

  var html: String {
    guard !details.messages.isEmpty || !details.conditions.isEmpty else { return "" }
    return "<section class=\"coverage\">\n<h3>Coverage</h3>\n" + messages + classes + conditions + "</section>\n"
  }

  private var messages: String {
    guard !details.messages.isEmpty else { return "" }
    let largestCount = details.messages.map { $0.sent + $0.replied }.max() ?? 0
    let rows = details.messages.map { message -> String in
      let count = message.sent + message.replied
      let share = largestCount > 0 ? max(count > 0 ? 1 : 0, count * 100 / largestCount) : 0
      return
        "<tr><th scope=\"row\"><code>\(markup(message.name))</code></th><td class=\"bar\"><i style=\"width:\(share)%\"></i>"
        + "</td><td>\(grouped(message.sent))</td><td>\(grouped(message.replied))</td><td class=\"words\">\(note(on: message))</td></tr>\n"
    }
    return """
      <div class="wide"><table>
      <thead><tr><th>message</th><td></td><th>sent</th><th>as a reply or event</th><td></td></tr></thead>
      <tbody>\(rows.joined())</tbody></table></div>

      """
  }

  private func note(on message: CoverageDetails.Message) -> String {
    if message.sent + message.replied == 0 { return "<span class=\"wrong\">never</span>" }
    let changesNothing =
      message.sent > 0 && !message.changesSomething || message.replied > 0 && !message.changesSomethingAsReply
    return changesNothing ? "<span class=\"undecided\">changes nothing\(qualifier(for: message))</span>" : ""
  }

  /// The way of arrival in which the message changes nothing, such as “ as a reply”; empty if it changes nothing at all.
  private func qualifier(for message: CoverageDetails.Message) -> String {
    message.changesSomething ? " as a reply" : message.changesSomethingAsReply ? " when sent" : ""
  }

  private var classes: String {
    let metMessages = details.messages.indices.filter { details.messages[$0].sent + details.messages[$0].replied > 0 }
    guard !details.classes.isEmpty, !metMessages.isEmpty else { return "" }
    let head = metMessages.map { "<th><code>\(markup(details.messages[$0].name))</code></th>" }.joined()
    let rows = details.classes.map { worldClass -> String in
      let cells = metMessages.map { message -> String in
        let steps = worldClass.steps.indices.contains(message) ? worldClass.steps[message] : 0
        return steps == 0 ? "<td class=\"none\">–</td>" : "<td>\(grouped(steps))</td>"
      }
      return
        "<tr><th scope=\"row\">\(Markup.code(worldClass.name))</th><td>\(grouped(worldClass.worlds))</td>"
        + "\(cells.joined())</tr>\n"
    }
    return """
      <details class="more"><summary>Which \(markup(details.classesAreBy)) meets which message</summary>
      <div class="wide"><table>
      <thead><tr><th>\(markup(details.classesAreBy))</th><th>worlds</th>\(head)</tr></thead>
      <tbody>\(rows.joined())</tbody></table></div>
      </details>

      """
  }

  private var conditions: String {
    guard !details.conditions.isEmpty else { return "" }
    let items = details.conditions.map { condition in
      "<li><span class=\"\(condition.isMet ? "good" : "undecided")\">\(condition.isMet ? "✓" : "?")</span> the condition of "
        + "“\(markup(condition.property))” is \(condition.isMet ? "met" : "never met") <span class=\"faint\">"
        + "\(markup(condition.place))</span></li>\n"
    }
    return "<ul class=\"conditions\">\(items.joined())</ul>\n"
  }
}

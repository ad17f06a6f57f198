internal import TEASupport
internal import TEAText

extension TextReport {
  /// One line of at most `width` columns. Less important parts are left out where they do not fit.
  package static func line(of progress: CheckProgress, position: String? = nil, width: Int = 400) -> String {
    let prefix = position.map { "\($0) " } ?? ""
    var parts = parts(of: progress)
    var title = printableLine(progress.title)
    func line() -> String { prefix + title + ": " + parts.map(\.text).joined(separator: ", ") }
    while columns(of: line()) > width, let highest = parts.map(\.rank).max(), highest > 0 {
      parts.removeAll { $0.rank == highest }
    }
    // A long title is cut to at least 12 columns. If the line is still too long, its end is cut.
    let room = width - columns(of: line()) + columns(of: title)
    if room < columns(of: title) { title = cut(title, to: max(12, room)) }
    return cut(line(), to: width)
  }

  /// A part of the line, and its rank: parts with the highest rank are left out first, and parts with rank 0 never.
  private typealias Part = (text: String, rank: Int)

  private static func parts(of progress: CheckProgress) -> [Part] {
    if let stage = progress.stage { return [(printableLine(stage), 0)] + [memory(of: progress)].compactMap { $0 } }
    var parts: [Part] = []
    let limits = progress.limits
    if progress.runs > 0 {
      parts.append((countText(progress.runs, limit: limits.runs, "run"), 0))
      parts.append((counted(progress.transitions, "step"), 1))
      if let rate = progress.rate { parts.append(("\(grouped(rate)) steps/s", 4)) }
    } else {
      parts.append((countText(progress.states, limit: limits.states, "world"), 0))
      if let rate = progress.rate { parts.append(("\(grouped(rate))/s", 4)) }
      parts.append(("depth \(grouped(progress.depth))\(limits.depth.map { " of \(grouped($0))" } ?? "")", 1))
      parts.append(
        ("frontier \(grouped(progress.frontier))\(progress.isFrontierFalling ? " and falling" : "")", 3))
      parts.append((counted(progress.transitions, "transition"), 7))
    }
    if let memory = memory(of: progress) { parts.append(memory) }
    if let unmet = shortList(of: progress.unmetProperties) { parts.append(("not met yet: \(unmet)", 2)) }
    if let waiting = shortList(of: progress.judgedAtEnd) { parts.append(("judged at the end: \(waiting)", 8)) }
    if let time = textOfRemainingTime(of: progress) { parts.append((time, 5)) }
    return parts
  }

  private static func countText(_ count: Int, limit: Int?, _ noun: String) -> String {
    guard let limit, limit >= count else { return counted(count, noun) }
    return "\(grouped(count)) of \(counted(limit, noun))"
  }

  private static func memory(of progress: CheckProgress) -> Part? {
    progress.memory.map { memory in
      ("\(text(ofBytes: memory))\(progress.limits.memory.map { " of \(text(ofBytes: $0))" } ?? "")", 6)
    }
  }

  private static func shortList(of names: [String]) -> String? {
    names.first.map { "“\(printableLine($0, upTo: 60))”" + (names.count > 1 ? " and \(names.count - 1) more" : "") }
  }

  /// The time until the bound on time or, without one, the time in which an exploration will reach its bound on worlds. The
  /// latter is `nil` without a bound or a rate, and where a falling frontier may end the search before.
  private static func textOfRemainingTime(of progress: CheckProgress) -> String? {
    if let seconds = progress.limits.remainingSeconds { return "time ends in \(text(ofWholeSeconds: seconds))" }
    guard progress.runs == 0, let limit = progress.limits.states, let rate = progress.rate, rate > 0,
      limit > progress.states, !progress.isFrontierFalling
    else { return nil }
    return "bound in \(text(ofWholeSeconds: Double(limit - progress.states) / Double(rate))) at this pace"
  }

  static func text(ofWholeSeconds seconds: Double) -> String {
    let seconds = Int(min(max(seconds, 0), 1e9).rounded(.up))
    if seconds < 100 { return "\(seconds) s" }
    if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(grouped(seconds / 3_600)) h \(seconds % 3_600 / 60) min"
  }

  /// A size in the notation of `--memory`, rounded down: in units of 2¹⁰, 2²⁰ or 2³⁰ bytes.
  package static func text(ofBytes bytes: Int) -> String {
    if bytes < 1 << 20 { return "\(bytes >> 10)K" }
    if bytes < 10 << 30 { return "\(bytes >> 20)M" }
    return "\(bytes >> 30)G"
  }

  static func cut(_ text: String, to width: Int) -> String {
    guard columns(of: text) > width else { return text }
    return width > 0 ? text.cut(toColumns: width - 1) + "…" : ""
  }
}

/// Limits the lines of progress in a log. The first line comes after five seconds; the gap then grows from five seconds to a
/// minute.
struct PlainProgress {
  /// For each check, by title, the time of the next line and of the last progress, in seconds since the check began.
  private var times: [String: (next: Double, last: Double)] = [:]

  /// Returns whether a line is due, and if so sets the time of the next one. A check with fewer seconds than before has begun
  /// anew.
  mutating func noteLineIfDue(for progress: CheckProgress) -> Bool {
    let seconds = progress.seconds
    var time = times[progress.title, default: (next: 5, last: 0)]
    if seconds < time.last { time.next = 5 }
    let isDue = seconds >= time.next
    if isDue { time.next = seconds + min(max(5, seconds / 4), 60) }
    time.last = seconds
    times[progress.title] = time
    return isDue
  }
}

internal import TEAResults
internal import TEAText
internal import TEARuntime

extension WorldEvent {
  /// The event as a line of text.
  ///
  /// - Parameter describe: Writes a value as text: by its structure for scripts, and by `caseLiteral` for reports.
  func text(in world: World<M>, _ describe: (Any) -> String) -> String {
    switch kind {
    case .elapse(let duration): return "wait \(Self.text(of: duration))"
    case .due(_, .timer(let subscription)), .subscription(let subscription):
      return sending(describe(subscription), describe)
    case .interim(let command): return sending(describe(command), describe)
    case .due(_, .command(let command, _)): return "\(describe(command)) is carried out"
    case .due(_, .throttleEnd(let id)): return "throttle \(describe(id)) opens"
    case .late(_, .view): return "late: \(message.map { describe($0) } ?? "")"
    case .late(_, .reply(let command, _)): return "late reply: \(replying(command, describe))"
    case .late(_, .subscription(let subscription, let event)):
      // Events are told apart by their names, even if they send the same message.
      let eventText = event.map { " (\(escaped($0)))" } ?? ""
      return "late signal: \(sending(describe(subscription), describe))\(eventText)"
    case .lastReply(let index, let command):
      return "\(replying(command, describe)) and ends\(world.surroundings?.state.stageText(of: index) ?? "")"
    case .repeatedReply(_, let command): return "again: \(replying(command, describe))"
    case .effect(_, let command): return "\(describe(command)) reaches the \(Self.nameOfEnvironment(in: world))"
    case .answer(let index, let message):
      let isRequested = world.surroundings?.state.isRequested(index) == true
      let arrival = isRequested ? " reaches the \(Self.nameOfEnvironment(in: world)) and" : ""
      return "\(describe(world.outstanding[index]))\(arrival) is answered \(describe(message))"
    case .endingUnrepeated(_, let command), .ending(_, let command): return "\(describe(command)) ends"
    case .loss(let index):
      return "lost: \(describe(world.outstanding[index]))\(world.surroundings?.state.stageText(of: index) ?? "")"
    case .environment(let name, _):
      return "environment: \(message == nil ? escaped(name) : sending(escaped(name), describe))"
    }
  }

  /// Returns whether a line of a script describes an event. Texts in quotation marks do not count, as they may hold any words.
  ///
  /// - Parameter line: The line, from which the stage of its command has been removed.
  static func describesEvent(_ line: String) -> Bool {
    let line = withoutLiterals(line)
    return ["wait ", "late: ", "late reply: ", "late signal: ", "again: ", "lost: ", "environment: ", "throttle "]
      .contains(where: line.hasPrefix)
      || [" is carried out", " ends"].contains(where: line.hasSuffix)
      || [" sends ", " reaches the ", " is answered "].contains { line.contains($0) }
  }

  private static func withoutLiterals(_ line: String) -> String {
    var (isQuoted, isEscaped) = (false, false)
    return String(
      String.UnicodeScalarView(
        line.unicodeScalars.filter { scalar in
          defer { isEscaped = isQuoted && scalar == "\\" && !isEscaped }
          if scalar == "\"", !isEscaped { isQuoted.toggle() }
          return !isQuoted
        }))
  }

  private static func nameOfEnvironment(in world: World<M>) -> String {
    world.surroundings?.environment.map { environmentName(of: $0.base, beside: world.model) } ?? "environment"
  }

  private func sending(_ sender: String, _ describe: (Any) -> String) -> String {
    "\(sender) sends \(message.map { describe($0) } ?? "")"
  }

  private func replying(_ command: M.Command, _ describe: (Any) -> String) -> String {
    Script.reply(describe(command), message.map { describe($0) } ?? "")
  }

  /// A duration as a whole number of the largest possible unit, from seconds to nanoseconds. A duration with a fraction of a
  /// nanosecond is an exact decimal number of seconds.
  static func text(of duration: Duration) -> String {
    for (unit, size) in unitsOfTime where duration.attoseconds % size == 0 {
      return "\(duration.attoseconds / size) \(unit)"
    }
    return literal(duration)
  }

  /// Reads a duration above zero, as ``text(of:)`` writes it; `nil` for any other text.
  static func duration(_ text: some StringProtocol) -> Duration? {
    let parts = text.split(separator: " ")
    guard parts.count == 2 else { return nil }
    if parts[1] == "seconds" { return Duration(decimalSeconds: String(parts[0])).flatMap { $0 > .zero ? $0 : nil } }
    guard let number = Int128(parts[0]), number > 0, let unit = unitsOfTime.first(where: { $0.name == parts[1] }) else {
      return nil
    }
    let (attoseconds, isTooLarge) = number.multipliedReportingOverflow(by: unit.attoseconds)
    return isTooLarge ? nil : Duration(attoseconds: attoseconds)
  }

  private static var unitsOfTime: [(name: String, attoseconds: Int128)] {
    [("s", 1_000_000_000_000_000_000), ("ms", 1_000_000_000_000_000), ("µs", 1_000_000_000_000), ("ns", 1_000_000_000)]
  }
}

extension WorldStep {
  /// The step as a line of text, with its values written as in ``WorldEvent/text(in:_:)``.
  func text(in world: World<M>, _ describe: (Any) -> String) -> String {
    switch self {
    case .message(let message): describe(message)
    case .reply(let message, let index): Script.reply(describe(world.outstanding[index]), describe(message))
    case .event(let event): event.text(in: world, describe)
    }
  }

  /// The text of the step for reports.
  func reportText(in world: World<M>) -> String { text(in: world) { caseLiteral($0) } }
}

internal import TEASupport

/// The parts of a program and of its specification that an exploration met, and those that it did not.
public struct CoverageDetails: Sendable, Equatable {
  /// One case of the message type; `panel.tapped` is a case of a message inside another message.
  public struct Message: Sendable, Equatable {
    /// The case of the message.
    public var name: String
    /// The number of times that the message was sent: in each world once for each payload that the world offers.
    public var sent = 0
    /// Sending the message changed the world, performed a command or failed, at least once.
    public var changesSomething = false
    /// The number of times that the message came as a reply, or by an event.
    public var replied = 0
    /// As a reply or by an event, the message changed something at least once, besides ending the command that it answers.
    public var changesSomethingAsReply = false

    package init(
      name: String, sent: Int = 0, changesSomething: Bool = false, replied: Int = 0,
      changesSomethingAsReply: Bool = false
    ) {
      self.name = name
      self.sent = sent
      self.changesSomething = changesSomething
      self.replied = replied
      self.changesSomethingAsReply = changesSomethingAsReply
    }
  }

  /// Worlds with the same view or label.
  public struct WorldClass: Sendable, Equatable {
    /// The view, or the label.
    public var name: String
    /// The number of worlds of the class that were expanded.
    public var worlds = 0
    /// For each message, in the order of ``CoverageDetails/messages``, the number of steps from these worlds with the message.
    public var steps: [Int]

    package init(name: String, worlds: Int = 0, steps: [Int]) {
      self.name = name
      self.worlds = worlds
      self.steps = steps
    }
  }

  /// The condition of a property: its `when`.
  public struct Condition: Sendable, Equatable {
    /// The name of the property that has the condition.
    public var property: String
    /// The place where the property is declared: module, file and line.
    public var place: String
    /// Some world, or some step, satisfies the condition.
    public var isMet: Bool

    package init(property: String, place: String, isMet: Bool) {
      self.property = property
      self.place = place
      self.isMet = isMet
    }
  }

  /// Every step of every reachable world was taken, so that an unmet part is unreachable.
  public var isProof: Bool
  /// The messages, in the order of their declaration.
  public var messages: [Message] = []
  /// The criterion that tells the classes apart: `view` or `label`.
  public var classesAreBy: String
  /// The classes of worlds that were met, in the order of discovery. Empty for more than 100 classes or 250 000 steps,
  /// where the view is the model and no label is declared, and in a search that goes on from a checkpoint.
  public var classes: [WorldClass] = []
  /// The conditions of properties, in the order of the specification.
  public var conditions: [Condition] = []

  package init(isProof: Bool, classesAreBy: String) {
    self.isProof = isProof
    self.classesAreBy = classesAreBy
  }
}

extension CoverageDetails {
  package func notes(offeredByView: Bool = false) -> [String] {
    var notes: [String] = []
    func add(_ finding: String, _ applies: (Message) -> Bool) {
      let names = messages.filter(applies).map(\.name)
      guard !names.isEmpty else { return }
      let rest = names.count > 8 ? ", and \(names.count - 8) more" : ""
      notes.append("\(finding) \(anywhere): \(names.prefix(8).joined(separator: ", "))\(rest)")
    }
    add("never offered") { $0.sent == 0 && $0.replied == 0 }
    add("changes nothing") { $0.sent > 0 && !$0.changesSomething && !$0.changesSomethingAsReply }
    add("changes nothing when sent") { $0.sent > 0 && !$0.changesSomething && $0.changesSomethingAsReply }
    add("changes nothing as a reply or an event") { $0.replied > 0 && !$0.changesSomethingAsReply }
    for condition in conditions where !condition.isMet {
      notes.append(
        isProof
          ? "“\(condition.property)” says nothing: nothing reachable satisfies its condition (\(condition.place))"
          : "“\(condition.property)” was not put to the test: nothing that was explored satisfies its condition "
            + "(\(condition.place))")
    }
    if let note = noteOfPairs(offeredByView: offeredByView) { notes.append(note) }
    return notes
  }

  private var anywhere: String { isProof ? "in any reachable world" : "in the worlds that were explored" }

  /// A note on the classes of worlds from which no step has some message; `nil` where each class has steps with each message.
  private func noteOfPairs(offeredByView: Bool) -> String? {
    // A view offers some messages and not others. So where each class is a view, only replies and events can be missing.
    let viewDecides = offeredByView && classesAreBy == "view"
    func isJudged(_ message: Message) -> Bool { viewDecides ? message.replied > 0 : message.sent + message.replied > 0 }
    let unmet = classes.flatMap { worldClass in
      zip(messages, worldClass.steps).filter { isJudged($0) && $1 == 0 }.map { (worldClass.name, $0.0.name) }
    }
    guard !unmet.isEmpty else { return nil }
    let pairs = counted(classes.count * messages.count(where: isJudged), "pair")
    let examples = unmet.prefix(3)
    let names = abbreviatedAroundDifference(examples.map(\.0))
    let rest = unmet.count > examples.count ? ", …; --format json counts them all" : ""
    return "\(grouped(unmet.count)) of \(pairs) of \(classesAreBy) and message never meet \(anywhere): "
      + zip(names, examples).map { "\($0) with \($1.1)" }.joined(separator: ", ") + rest
  }
}

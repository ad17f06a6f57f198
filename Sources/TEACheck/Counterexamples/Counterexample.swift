internal import TEARuntime

/// The steps that lead from the start to a violation, as text.
public struct Counterexample: Sendable, Equatable {
  /// One step of the story.
  public struct Step: Sendable, Hashable {
    /// The message that `update` received, or what happened where it received none.
    public var message: String
    /// The command that the message answers, if it is a reply.
    public var answers: String?
    /// The event, where the step was neither an offered message nor a reply: time passed, a subscription sent the
    /// message, a command was lost.
    public var event: String?
    /// The changes of the model.
    public var changes: [Change]
    /// The commands that the step performed, in order.
    public var performs: [String]
    /// The commands that were outstanding after the step, in order.
    public var outstanding: [String]
    /// The error that `update` threw.
    public var failure: String?
    /// The view after the step, a field a line, where the view is something else than the model.
    public var view: String?
    /// The changes of the simulated environment, where there is one; each path begins with its name, such as
    /// `server.items`.
    public var environment: [Change] = []
  }

  /// One part of the model, or of the environment, that a step changed.
  public struct Change: Sendable, Hashable {
    /// The fields that lead to the part, joined by points; empty where the model changed as a whole.
    public var path: String
    /// The value before the step; empty at the start.
    public var before: String
    /// The value after the step.
    public var after: String

    package init(path: String, before: String, after: String) {
      (self.path, self.before, self.after) = (path, before, after)
    }
  }

  /// The property or law that was violated.
  public var property: String
  /// The place of the property's declaration: module, file and line.
  public var place: String
  /// The error that the property threw, or another detail of the violation.
  public var detail: String?
  /// The flags, where there was a choice.
  public var flags: String?
  /// The model at the start.
  public var start: [Change]
  /// The commands that the start performed.
  public var startPerforms: [String]
  /// The steps from the start to the violation, in the order in which they are taken.
  public var steps: [Step]
  /// The index of the step from which on the steps are taken again and again, if they are.
  public var loop: Int?
  /// The view at the start, a field a line, where the view is something else than the model.
  public var startView: String?
  /// The trap that ended the process in the last step, if that is what is wrong, such as `update traps`.
  public var trap: String?
  /// The simulated environment at the start, where there is one; each path begins with its name.
  public var startEnvironment: [Change] = []
}

extension Counterexample {
  /// A story that violates nothing, such as what two programs have in common.
  package init(start: [Change], startPerforms: [String] = [], steps: [Step]) {
    self.init(property: "", place: "", start: start, startPerforms: startPerforms, steps: steps)
  }

  init<M: Module>(_ trace: Trace<M>, breach: Breach, place: SourcePlace) {
    property = breach.property
    self.place = "\(breach.place ?? place)"
    detail = breach.detail
    trap = breach.trap.map { $0.sentence(of: breach.trapping ?? "the step") }
    flags = trace.origin.text.isEmpty ? nil : trace.origin.text
    start = Self.fields(of: trace.origin.world.model)
    startPerforms = trace.origin.commands.map { caseLiteral($0) }
    startEnvironment = Self.environment(of: trace.origin.world)
    // Of the world in which something traps, nothing is asked again.
    let lastView = trace.steps.count - (breach.trap == nil ? 0 : 1)
    startView = lastView < 0 ? nil : Self.text(ofViewIn: trace.origin.world)
    var before = trace.origin.world
    steps = []
    for (index, (step, outcome)) in trace.steps.enumerated() {
      var told = Step(step, in: before, outcome)
      if index < lastView { told.view = Self.text(ofViewIn: outcome.world) }
      steps.append(told)
      before = outcome.world
    }
  }

  /// The view of a world, a field a line; `nil` where the view is the model.
  static func text<M>(ofViewIn world: World<M>) -> String? {
    guard M.View.self != M.Model.self else { return nil }
    do {
      let view = try world.view
      if let text = view as? any StringProtocol {
        // A screen of text is shown as such.
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }
          .joined(separator: "\n")
      }
      return fields(of: view).map { $0.path.isEmpty ? $0.after : "\(escaped($0.path)): \($0.after)" }
        .joined(separator: "\n")
    } catch {
      return "view fails with \(literal(error))"
    }
  }

  /// The differences between two models.
  static func changes(from before: Any, to after: Any) -> [Change] {
    Difference.between(before, and: after).map { Change(path: $0.path, before: $0.before, after: $0.after) }
  }

  /// A model's fields, or the model as a whole where it has none.
  static func fields(of model: Any) -> [Change] {
    let mirror = Mirror(reflecting: model)
    guard mirror.displayStyle == .struct, !mirror.children.isEmpty, !(model is any CustomStringConvertible) else {
      return [Change(path: "", before: "", after: literal(model))]
    }
    return mirror.children.map { Change(path: $0.label ?? "", before: "", after: literal($0.value)) }
  }
}

extension Counterexample.Step {
  /// A step of which no more is known.
  package init(message: String, changes: [Counterexample.Change], performs: [String]) {
    self.init(message: message, changes: changes, performs: performs, outstanding: [])
  }

  /// A step that was taken in a world; its view is not asked for.
  init<M: Module>(_ step: WorldStep<M>, in before: World<M>, _ outcome: StepOutcome<M>) {
    var answers: String?
    if case .reply(_, let index) = step { answers = caseLiteral(before.outstanding[index]) }
    var event: String?
    if case .event(let happening) = step { event = happening.text(in: before, caseLiteral) }
    self.init(
      message: step.message.map { caseLiteral($0) } ?? event ?? "", answers: answers, event: event,
      changes: Counterexample.changes(from: before.model, to: outcome.world.model),
      performs: outcome.commands.map { caseLiteral($0) },
      outstanding: outcome.world.outstanding.map { caseLiteral($0) }, failure: outcome.failure.map { literal($0) },
      environment: Counterexample.environmentChanges(from: before, to: outcome.world))
  }

  /// The start of a program, as a step.
  init<M: Module>(_ origin: Rules<M>.Origin) {
    self.init(
      message: origin.text.isEmpty ? "start" : "start \(origin.text)", changes: [],
      performs: origin.commands.map { caseLiteral($0) },
      outstanding: origin.world.outstanding.map { caseLiteral($0) })
  }

  /// The step in words: its event, its reply or its message.
  package var label: String { event ?? answers.map { "\($0) replies \(message)" } ?? message }
}

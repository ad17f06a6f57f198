/// Steps from a start, as text.
///
/// They lead to a violation or, where `property` is empty, to another end, such as a step in which two programs differ.
public struct Counterexample: Sendable, Equatable {
  /// One step of a counterexample.
  public struct Step: Sendable, Hashable {
    /// The message that `update` received; for a step without a message, a description of the step.
    public var message: String
    /// The command that the message answers; `nil` for an offered message, and where `event` describes the step.
    public var answers: String?
    /// The step in words, such as that time passed, or that a subscription sent the message; `nil` for an offered message, and
    /// where `answers` names the command.
    public var event: String?
    /// The changes of the model.
    public var changes: [Change]
    /// The commands that the step performed, in order.
    public var performs: [String]
    /// The performed commands that are never carried out, because their effect policies drop them.
    public var drops: [String]
    /// The performed commands that wait for the end of their debounce.
    public var delays: [String]
    /// The commands that were outstanding after the step, in order.
    public var outstanding: [String]
    /// The error that `update` threw; `nil` where it threw none.
    public var failure: String?
    /// The view after the step, one field a line; `nil` where the view is the model or is left out.
    public var view: String?
    /// The changes of the simulated environment; each path begins with the name of the environment, such as `server.items`.
    public var environment: [Change] = []

    package init(
      message: String, answers: String? = nil, event: String? = nil, changes: [Change], performs: [String],
      drops: [String] = [], delays: [String] = [], outstanding: [String] = [], failure: String? = nil,
      view: String? = nil, environment: [Change] = []
    ) {
      self.message = message
      self.answers = answers
      self.event = event
      self.changes = changes
      self.performs = performs
      self.drops = drops
      self.delays = delays
      self.outstanding = outstanding
      self.failure = failure
      self.view = view
      self.environment = environment
    }
  }

  /// One part of the model, or of the environment, that a step changed.
  public struct Change: Sendable, Hashable {
    /// The fields that lead to the part, joined by points; empty where the whole model changed.
    public var path: String
    /// The value before the step; empty at the start.
    public var before: String
    /// The value after the step.
    public var after: String

    package init(path: String, before: String, after: String) {
      (self.path, self.before, self.after) = (path, before, after)
    }
  }

  /// The property or law that was violated; empty where the steps lead to no violation.
  public var property: String
  /// The place of the property's declaration: module, file and line.
  public var place: String
  /// The error that the property threw, or another detail of the violation; `nil` without a detail.
  public var detail: String?
  /// The flags of the start, such as `with flags 3`; `nil` where there is only one start, and for a start from a model.
  public var flags: String?
  /// The fields of the model at the start, each with its value in `after`.
  public var start: [Change]
  /// The commands that the start performed.
  public var startPerforms: [String]
  /// The steps from the start, in the order in which they are taken.
  public var steps: [Step]
  /// The index of the step with which the loop of a lasso begins; `nil` without a loop.
  public var loop: Int?
  /// The view at the start, one field a line; `nil` where the view is the model or is left out.
  public var startView: String?
  /// The part that traps after the steps or in the last step, and the kind of the trap, such as `update traps`; `nil` for other
  /// violations.
  public var trap: String?
  /// The simulated environment at the start; each path begins with the name of the environment.
  public var startEnvironment: [Change] = []

  package init(
    property: String = "", place: String = "", detail: String? = nil, flags: String? = nil, start: [Change],
    startPerforms: [String] = [], steps: [Step], loop: Int? = nil, startView: String? = nil, trap: String? = nil,
    startEnvironment: [Change] = []
  ) {
    self.property = property
    self.place = place
    self.detail = detail
    self.flags = flags
    self.start = start
    self.startPerforms = startPerforms
    self.steps = steps
    self.loop = loop
    self.startView = startView
    self.trap = trap
    self.startEnvironment = startEnvironment
  }
}

extension Counterexample.Step {
  package var carriedOut: [String] {
    var notCarriedOut = drops + delays
    return performs.filter { command in
      guard let index = notCarriedOut.firstIndex(of: command) else { return true }
      notCarriedOut.remove(at: index)
      return false
    }
  }

  package var label: String { event ?? answers.map { "\($0) replies \(message)" } ?? message }
}

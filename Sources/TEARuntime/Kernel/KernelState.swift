/// The state of a program besides its model: its subscriptions, pending deadlines and running effects.
///
/// A live ``Program`` and the checker both use this type, so they decide alike about subscriptions, timers and policies.
package struct KernelState<M: Module> {
  package typealias Effect = Kernel<M>.Effect
  package typealias Action = Kernel<M>.Action

  /// The live subscriptions, in the order in which the module listed them, without repetitions.
  package private(set) var subscriptions: [M.Subscription] = []

  package private(set) var agenda = Agenda<M>()

  private var runningEffects = RunningEffects<M.EffectID>()

  /// The number of effects that have begun, which is the number of the next effect.
  private var effectCount = 0

  package init() {}

  /// Numbers the running effects from 0; `runningIDs` has the identity of each, and `nil` for an effect without one.
  @specialized(where M == NumberedProgram)
  package init(subscriptions: [M.Subscription], agenda: Agenda<M>, running runningIDs: [M.EffectID?]) {
    self.subscriptions = subscriptions
    self.agenda = agenda
    for id in runningIDs { _ = beginEffect(id: id) }
  }

  /// Begins and ends subscriptions as the model lists them, and applies the policies of the commands.
  @specialized(where M == NumberedProgram)
  package mutating func completeStep(
    to model: M.Model, performing commands: [M.Command], showing view: M.View? = nil
  ) -> (actions: [Action], change: SubscriptionChange<M>) {
    let change = SubscriptionChange(from: subscriptions, to: M.subscriptions(for: model), of: M.self)
    var actions: [Action] = []
    if change.ending.count + change.beginning.count != 0 {
      agenda.follow(ending: change.ending, beginning: change.beginning)
      actions = withoutTimers(change.ending).map { .unsubscribe($0) }
      actions += withoutTimers(change.beginning).map { .subscribe($0) }
    }
    if let view { actions.append(.show(view)) }
    subscriptions = change.live
    if commands.count == 0 { return (actions, change) }
    var effects = StepEffects(firstNumber: effectCount)
    for command in commands { admit(command, &effects) }
    return (actions + effects.actions, change)
  }

  /// Takes the due entry at an index of ``Agenda/entries``; a repeating timer stays, with its next deadline.
  ///
  /// For a timer, the caller must take the message's step. For any other entry, the message is `nil`.
  @specialized(where M == NumberedProgram)
  package mutating func fire(_ index: Int) -> (message: M.Message?, actions: [Action]) {
    switch agenda.take(index) {
    case .timer(let subscription): (M.timer(for: subscription)?.message, [])
    case .command(let command, let id): (nil, [.perform(command, beginEffect(id: id))])
    case .throttleEnd: (nil, [])
    }
  }

  @specialized(where M == NumberedProgram)
  package mutating func elapse(_ duration: Duration) { agenda.elapse(duration) }

  package func isRunning(_ effect: Effect) -> Bool { runningEffects.contains(effect.number) }

  package mutating func end(_ effect: Effect) { runningEffects.end(effect.number) }

  package mutating func stop() -> [Action] {
    let actions: [Action] =
      withoutTimers(subscriptions).map { .unsubscribe($0) } + runningEffects.numbers.map { .cancel(Effect(number: $0)) }
    subscriptions = []
    runningEffects = RunningEffects()
    agenda = Agenda()
    return actions
  }

  private mutating func admit(_ command: M.Command, _ effects: inout StepEffects) {
    var cancelledID: M.EffectID?
    var isAdmitted = false
    do {
      // The closure cannot read `self` while `agenda` changes, so it reads a copy. The copy ends with this scope, before
      // `runningEffects` changes; otherwise the change would copy the storage.
      let runningEffects = runningEffects
      isAdmitted = agenda.admit(
        command, isRunning: { runningEffects.contains(sharing: $0) }, cancel: { cancelledID = $0 })
    }
    if let cancelledID { for number in runningEffects.endAll(sharing: cancelledID) { effects.cancel(number) } }
    if isAdmitted { effects.perform(command, beginEffect(id: M.policy(for: command).id)) }
  }

  private mutating func beginEffect(id: M.EffectID?) -> Effect {
    runningEffects.begin(effectCount, sharing: id)
    defer { effectCount += 1 }
    return Effect(number: effectCount)
  }

  private func withoutTimers(_ subscriptions: [M.Subscription]) -> [M.Subscription] {
    subscriptions.count == 0 ? [] : subscriptions.filter { M.timer(for: $0) == nil }
  }
}

extension KernelState {
  /// The actions of one step that begin or cancel an effect.
  private struct StepEffects {
    /// The number of the first effect that the step begins.
    let firstNumber: Int
    /// `nil` in place of an action whose effect a later command of the step cancelled.
    private var slots: [Action?] = []
    /// At each index *i*, the index in `slots` of the action that begins the effect with the number `firstNumber` plus *i*.
    private var performIndices: [Int] = []

    init(firstNumber: Int) { self.firstNumber = firstNumber }

    var actions: [Action] { slots.compactMap { $0 } }

    mutating func perform(_ command: M.Command, _ effect: Effect) {
      performIndices.append(slots.count)
      slots.append(.perform(command, effect))
    }

    mutating func cancel(_ number: Int) {
      // An effect that is cancelled in its own step is not carried out: its action is dropped.
      if number >= firstNumber {
        slots[performIndices[number - firstNumber]] = nil
      } else {
        slots.append(.cancel(Effect(number: number)))
      }
    }
  }
}

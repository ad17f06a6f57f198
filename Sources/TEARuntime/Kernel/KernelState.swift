/// The state of a program besides its model: its subscriptions, pending deadlines and running effects.
///
/// This value makes all decisions about subscriptions, timers, policies and cancellation. A live ``Program`` keeps one, and
/// the checker makes one from a world for each step, so both decide alike.
package struct KernelState<M: Module> {
  package typealias Effect = Kernel<M>.Effect
  package typealias Action = Kernel<M>.Action

  /// The live subscriptions, in the order in which the module listed them, without repetitions.
  package private(set) var subscriptions: [M.Subscription] = []

  /// The pending deadlines.
  package private(set) var agenda = Agenda<M>()

  private var runningEffects = RunningEffects<M.EffectID>()

  /// The number of the next effect.
  private var effectCount = 0

  /// The state before the start.
  package init() {}

  /// A state with running effects, numbered from 0 in the order given.
  ///
  /// - Parameter runningIDs: The identity of each effect; `nil` for an effect without one.
  package init(subscriptions: [M.Subscription], agenda: Agenda<M>, running runningIDs: [M.EffectID?]) {
    self.subscriptions = subscriptions
    self.agenda = agenda
    for id in runningIDs { _ = beginEffect(id: id) }
  }

  /// Completes a step: begins and ends subscriptions as the model lists them, and applies the policies of the commands.
  ///
  /// - Parameters:
  ///   - model: The model after the step.
  ///   - commands: The performed commands, in the order in which they are carried out.
  ///   - view: The view to show between the changes of the subscriptions and the commands; `nil` for none.
  /// - Returns: The actions, in order, and the change of the subscriptions.
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

  /// Takes the due entry at an index of ``Agenda/entries``; a repeating timer is added again for its next deadline.
  ///
  /// - Returns: For a timer, the message whose step the caller must take. For any other entry, `nil` and the actions to
  ///   carry out.
  package mutating func fire(_ index: Int) -> (message: M.Message?, actions: [Action]) {
    switch agenda.take(index) {
    case .timer(let subscription): (M.timer(for: subscription)?.message, [])
    case .command(let command, let id): (nil, [.perform(command, beginEffect(id: id))])
    case .throttleEnd: (nil, [])
    }
  }

  /// Lets time pass.
  ///
  /// - Parameter duration: The time that passes; entries of the agenda with less time remaining become overdue.
  package mutating func elapse(_ duration: Duration) { agenda.elapse(duration) }

  /// Returns `true` until the effect ends or is cancelled.
  package func isRunning(_ effect: Effect) -> Bool { runningEffects.contains(effect.number) }

  /// Records that an effect will send nothing more.
  package mutating func end(_ effect: Effect) { runningEffects.end(effect.number) }

  /// Ends the program, and drops its pending deadlines.
  ///
  /// - Returns: The actions: subscriptions end, and running effects are cancelled.
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
    if let cancelledID { for number in runningEffects.removeAll(sharing: cancelledID) { effects.cancel(number) } }
    if isAdmitted { effects.perform(command, beginEffect(id: M.policy(for: command).id)) }
  }

  private mutating func beginEffect(id: M.EffectID?) -> Effect {
    runningEffects.begin(effectCount, sharing: id)
    defer { effectCount += 1 }
    return Effect(number: effectCount)
  }

  /// The subscriptions that are not timers, and that a handler or the delegate therefore serves.
  private func withoutTimers(_ subscriptions: [M.Subscription]) -> [M.Subscription] {
    subscriptions.count == 0 ? [] : subscriptions.filter { M.timer(for: $0) == nil }
  }
}

extension KernelState {
  /// The actions of one step that begin or cancel an effect.
  private struct StepEffects {
    /// The number of the first effect that the step begins.
    let firstNumber: Int
    /// The actions in order; `nil` in place of an action whose effect a later command of the step cancelled.
    private var slots: [Action?] = []
    /// At each index *i*, the index in `slots` of the action that begins the effect with the number `firstNumber` plus *i*.
    private var performIndices: [Int] = []

    init(firstNumber: Int) { self.firstNumber = firstNumber }

    /// The actions that are left, in order.
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

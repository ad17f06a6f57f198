// Deadlines: a program reaches them by its clock, or by ``Program/advance(by:)``.

extension Program {
  /// Handles the deadlines that have passed according to the clock. A timer that has missed several deadlines sends one
  /// message. Without a clock, does nothing.
  func catchUp() {
    guard let now = time.now?(), !isStopped else { return }
    let elapsedTime = now - lastMoment
    lastMoment = now
    kernel.elapse(elapsedTime)
    if !kernel.agenda.due.isEmpty { notifyLoggers(.didElapse(elapsedTime)) }
    handleDueDeadlines()
  }

  /// Lets time pass by hand, from deadline to deadline, and handles the deadlines; see ``advance(by:)``.
  func elapse(_ duration: Duration) {
    var remainingTime = duration
    while !isStopped, let untilDeadline = kernel.agenda.nextDeadline, untilDeadline <= remainingTime {
      kernel.elapse(untilDeadline)
      remainingTime -= untilDeadline
      notifyLoggers(.didElapse(untilDeadline))
      handleDueDeadlines()
    }
    kernel.elapse(remainingTime)
  }

  /// Handles the deadlines that are due, and those that become due meanwhile.
  private func handleDueDeadlines() {
    while !isStopped, let index = kernel.agenda.due.first {
      handleDeadline(at: index)
      // Messages that follow from a deadline are processed before later deadlines.
      processLetters()
    }
  }

  /// Handles a due entry of the agenda.
  ///
  /// - Parameter index: The index of the entry in the agenda.
  private func handleDeadline(at index: Int) {
    if case .timer(let subscription) = kernel.agenda.entries[index].item {
      let missedCount = kernel.agenda.missedDeadlineCount(of: index)
      if missedCount > 0 { notifyLoggers(.didSkipTicks(subscription, count: missedCount)) }
      guard let message = kernel.fire(index).message else { return }
      step(message, .subscription(subscription))
    } else {
      let actions = kernel.fire(index).actions
      if case .perform(let command, _)? = actions.first { notifyLoggers(.didDebounce(command)) }
      carryOut(actions)
    }
  }

  /// Sets the task that wakes the program at its next deadline; without a clock, does nothing.
  func setAlarm() {
    guard time.now != nil else { return }
    let deadline = kernel.agenda.nextDeadline.map { lastMoment + $0 }
    guard alarm?.deadline != deadline else { return }
    alarm?.task.cancel()
    alarm = nil
    guard let deadline else { return }
    let task = Task { [time, mailbox] in
      try? await time.sleepUntil(deadline)
      if !Task.isCancelled { mailbox.post([.wake]) }
    }
    alarm = (deadline, task)
  }
}

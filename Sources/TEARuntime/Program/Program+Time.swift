// The time of a program: deadlines by its clock, and time that its owner lets pass.

extension Program {
  /// Meets the deadlines that have passed by the clock, each once.
  func catchUp() {
    guard let now = time.now?(), !isStopped else { return }
    let passed = now - lastMoment
    lastMoment = now
    kernel.elapse(passed)
    if !kernel.agenda.due.isEmpty { notifyLoggers(.didElapse(passed)) }
    meetDeadlines()
  }

  /// Lets time pass, from deadline to deadline.
  func elapse(_ duration: Duration) {
    var left = duration
    while !isStopped, let next = kernel.agenda.nextDeadline, next <= left {
      kernel.elapse(next)
      left -= next
      notifyLoggers(.didElapse(next))
      meetDeadlines()
    }
    kernel.elapse(left)
  }

  private func meetDeadlines() {
    while !isStopped, let due = kernel.agenda.due.first {
      meet(due)
      // Messages that follow from a deadline are processed before later deadlines.
      openLetters()
    }
  }

  private func meet(_ due: Int) {
    if case .timer(let subscription) = kernel.agenda.entries[due].item {
      let missed = kernel.agenda.missedDeadlineCount(of: due)
      if missed > 0 { notifyLoggers(.didSkipTicks(subscription, count: missed)) }
      guard let message = kernel.fire(due).message else { return }
      step(message, .subscription(subscription))
    } else {
      let actions = kernel.fire(due).actions
      if case .perform(let command, _)? = actions.first { notifyLoggers(.didDebounce(command)) }
      carryOut(actions)
    }
  }

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

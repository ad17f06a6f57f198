// Deadlines: a program reaches them by its clock, or by ``Program/advance(by:)``.

extension Program {
  /// Advances the time of the kernel to the clock, and handles no deadline: ``catchUp()`` does.
  func advanceToClock() {
    guard let now = time.now?(), !isStopped else { return }
    let elapsedTime = now - lastMoment
    guard elapsedTime > .zero else { return }
    // A deadline without remaining time was due before this call.
    let reachesDeadline = kernel.agenda.entries.contains { $0.remaining > .zero && $0.remaining <= elapsedTime }
    lastMoment = now
    kernel.elapse(elapsedTime)
    if reachesDeadline { notifyLoggers(.didElapse(elapsedTime)) }
  }

  /// Advances to the clock, and handles the due deadlines. A timer that has missed several deadlines sends one message.
  func catchUp() {
    guard time.now != nil else { return }
    advanceToClock()
    handleDueDeadlines()
  }

  /// Lets time pass by hand, from deadline to deadline; see ``advance(by:)``.
  func elapse(_ duration: Duration) {
    guard time.now == nil else { return }
    var remainingTime = duration
    while !isStopped, let untilDeadline = kernel.agenda.nextDeadline, untilDeadline <= remainingTime {
      kernel.elapse(untilDeadline)
      remainingTime -= untilDeadline
      notifyLoggers(.didElapse(untilDeadline))
      handleDueDeadlines()
    }
    kernel.elapse(remainingTime)
  }

  /// Handles the deadlines up to the present moment, and those that are added for this moment meanwhile.
  ///
  /// A deadline that passes during this call waits for the next call. Otherwise a timer whose step takes longer than its
  /// interval would always be due again, and this call would not return.
  private func handleDueDeadlines() {
    let moment = lastMoment
    while !isStopped, let index = kernel.agenda.due.first,
      lastMoment + kernel.agenda.entries[index].remaining <= moment
    {
      let hadWaitingLetters = fetchLetters()
      handleDeadline(at: index)
      // Messages that the deadline caused are processed before the next deadline, after the messages that waited already.
      // Without such messages and with a clock, the deadlines of this moment come first, and the caller processes the letters.
      if fetchLetters() || hadWaitingLetters && time.now == nil { processLetters() } else { advanceToClock() }
    }
  }

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

  /// The longest sleep of an alarm: a year, because clocks hold no moments that are centuries away. A program that wakes before
  /// its deadline sets the alarm again.
  private static var longestSleep: Duration { .seconds(365 * 86_400) }

  func setAlarm() {
    guard time.now != nil else { return }
    let sleep = kernel.agenda.nextDeadline.map { min($0, Self.longestSleep) }
    // For a deadline beyond the longest sleep, the present alarm stays. Otherwise each step would set it anew.
    if sleep == Self.longestSleep, let alarm, alarm.deadline > lastMoment { return }
    let deadline = sleep.map { lastMoment + $0 }
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

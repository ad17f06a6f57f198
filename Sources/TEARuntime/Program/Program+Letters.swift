// Letters: the entries of the mailbox, which a program processes in the order in which they were sent.

extension Program {
  /// Processes all letters, also those that arrive meanwhile, and advances to the clock before each letter.
  func processLetters() { repeat { advanceToClock() } while openNextLetter() }

  /// Processes the next letter. After a stop, drops the fetched letters instead, and counts their messages.
  ///
  /// - Returns: `false` if no letter was processed.
  func openNextLetter() -> Bool {
    guard !isStopped else {
      droppedCount += letters.count { $0.isMessage }
      letters = []
      return false
    }
    if letters.isEmpty { fetchLetters() }
    guard let letter = letters.popLast() else { return false }
    open(letter)
    return true
  }

  /// Moves the letters from the mailbox to the end of the queue, which is at index 0 of ``letters``.
  ///
  /// - Returns: `true` if a letter other than `.wake` and the end of a subscription has arrived.
  @discardableResult
  func fetchLetters() -> Bool {
    let arrivedLetters = mailbox.take()
    if !arrivedLetters.isEmpty { letters.insert(contentsOf: arrivedLetters.reversed(), at: 0) }
    return arrivedLetters.contains(where: \.concernsSteps)
  }

  private func open(_ letter: Mailbox<M.Message>.Letter) {
    switch letter {
    case .message(let message): step(message, .dispatch)
    case .reply(let message, let sender, let isLast):
      guard let origin = activities.origin(of: sender) else {
        droppedCount += 1
        return notifyLoggers(.didDrop(message))
      }
      if isLast { end(sender) }
      step(message, origin)
    case .failure(let failure, let sender):
      switch activities.origin(of: sender) {
      case .reply(let command):
        end(sender)
        guard let delegate else { trap(on: failure, performing: command) }
        delegate.program(self, didFail: failure, performing: command)
      case .subscription(let subscription): trap(on: failure, serving: subscription)
      case .dispatch, nil: return
      }
    case .end(let sender): end(sender)
    case .wake:
      // `process` sets the alarm again for the next deadline.
      alarm?.task.cancel()
      alarm = nil
    }
  }

  private func end(_ sender: Sender) {
    let endedActivity = activities.remove(sender)
    if case .effect(let number) = sender { kernel.end(.init(number: number)) }
    // The activity is released last, because its release may call the program.
    withExtendedLifetime(endedActivity) {}
  }
}

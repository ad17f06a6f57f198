extension Program {
  /// Begins a task that processes letters, the entries of the mailbox, in the actor's domain as they arrive. Does nothing
  /// outside of an actor.
  func listen(isolation: isolated (any Actor)?) {
    guard let isolation else { return }
    let listener = Listener(program: self, domain: isolation)
    let arrivals = mailbox.arrivals()
    Task { for await _ in arrivals { await listener.receive() } }
  }

  /// The references to the program and the actor are weak, because the actor may own the program.
  private struct Listener: @unchecked Sendable {
    // Unchecked: the program is used only in its own domain.
    weak let program: Program?
    weak let domain: (any Actor)?

    func receive() async {
      if let domain { await receive(in: domain) }
    }

    private func receive(in domain: isolated any Actor) { program?.receive() }
  }
}

extension Program {
  /// Begins a task that processes letters, the entries of the mailbox, in the actor's domain as they arrive. Does nothing
  /// outside of an actor.
  func listen(isolation: isolated (any Actor)?) {
    guard let isolation else { return }
    TEARuntime.listen(to: mailbox.arrivals(), in: isolation) { [weak self] in self?.receive() }
  }
}

/// Begins a task that calls a function in the actor's domain at each arrival.
///
/// The reference to the actor is weak, because the actor may own the object that the function calls. For the same reason, the
/// function must not retain this object.
package func listen(to arrivals: AsyncStream<Void>, in domain: any Actor, _ receive: @escaping () -> Void) {
  let listener = Listener(domain: domain, receiveInDomain: receive)
  Task { for await _ in arrivals { await listener.receive() } }
}

private struct Listener: @unchecked Sendable {
  // Unchecked: the function is called only in the domain.
  weak let domain: (any Actor)?
  let receiveInDomain: () -> Void

  func receive() async {
    if let domain { await receive(in: domain) }
  }

  private func receive(in domain: isolated any Actor) { receiveInDomain() }
}

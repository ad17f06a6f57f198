extension Program {
  func trap(on failure: any Error, for message: M.Message) -> Never {
    fatalError(
      """
      \(M.self) failed, and nobody receives its failures
        message: \(literal(message))
        model:   \(literal(model))
        failure: \(literal(failure))
      Implement program(_:didFail:for:) in the program's delegate, and attach it before dispatching.
      """)
  }

  func trap(on failure: any Error, performing command: M.Command) -> Never {
    fatalError(
      """
      An effect of \(M.self) failed, and nobody receives its failure
        command: \(literal(command))
        failure: \(literal(failure))
      Make it a message with onFailure, or implement program(_:didFail:performing:) in the program's delegate.
      """)
  }

  func trap(on failure: any Error, serving subscription: M.Subscription) -> Never {
    fatalError(
      """
      A subscription of \(M.self) failed
        subscription: \(literal(subscription))
        failure:      \(literal(failure))
      Make it a message with onFailure.
      """)
  }
}

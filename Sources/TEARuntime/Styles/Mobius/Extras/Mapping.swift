extension Connectable {
  /// The connectable for another type of input: a function transforms each input into one of the present type.
  public func contramap<NewInput>(
    _ transform: @escaping (NewInput) -> Input
  ) -> AnyConnectable<NewInput, Output> {
    AnyConnectable { consumer in
      let connection = self.connect(consumer)
      return Connection(
        acceptClosure: { connection.accept(transform($0)) }, disposeClosure: { connection.dispose() })
    }
  }

  /// The connectable with its output transformed by a function.
  public func map<NewOutput>(_ transform: @escaping (Output) -> NewOutput) -> AnyConnectable<Input, NewOutput> {
    AnyConnectable { consumer in self.connect { consumer(transform($0)) } }
  }
}

extension EventSource {
  /// The source with its events transformed by a function.
  public func map<NewEvent>(transform: @escaping (Event) -> NewEvent) -> AnyEventSource<NewEvent> {
    AnyEventSource { consumer in self.subscribe { consumer(transform($0)) } }
  }
}

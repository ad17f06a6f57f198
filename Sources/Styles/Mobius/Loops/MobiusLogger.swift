internal import TEARuntime

/// Is told of the start of a loop and of its updates, in the loop's isolation domain.
public protocol MobiusLogger: LoopTypes {
  /// The initiator is about to be called.
  func willInitiate(model: Model)
  /// The initiator was called.
  func didInitiate(model: Model, first: First<Model, Effect>)
  /// The update function is about to be called.
  func willUpdate(model: Model, event: Event)
  /// The update function was called; its effects are yet to be handled.
  ///
  /// - Parameter model: The model before the event.
  func didUpdate(model: Model, event: Event, next: Next<Model, Effect>)
}

/// A logger that writes a line for each call.
public struct SimpleLogger<Types: LoopTypes>: MobiusLogger {
  public typealias Model = Types.Model
  public typealias Event = Types.Event
  public typealias Effect = Types.Effect

  private let tag: String
  private let write: (String) -> Void

  /// - Parameters:
  ///   - tag: Stands at the beginning of each line.
  ///   - consumer: Takes the lines; the default prints them.
  public init(tag: String, consumer: @escaping (String) -> Void = { print($0) }) {
    self.tag = tag
    write = consumer
  }

  public func willInitiate(model: Model) { write("\(tag): initializing loop from \(literal(model))") }

  public func didInitiate(model: Model, first: First<Model, Effect>) {
    write("\(tag): initialized to \(literal(first.model))\(text(of: first.effects))")
  }

  public func willUpdate(model: Model, event: Event) { write("\(tag): event \(literal(event)) for \(literal(model))") }

  public func didUpdate(model: Model, event: Event, next: Next<Model, Effect>) {
    write("\(tag): \(next.model.map { "model \(literal($0))" } ?? "no new model")\(text(of: next.effects))")
  }

  private func text(of effects: [Effect]) -> String { effects.isEmpty ? "" : ", effects \(literal(effects))" }
}

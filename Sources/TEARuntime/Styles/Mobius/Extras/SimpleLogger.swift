/// A logger that writes a line for each event, model and effect.
public final class SimpleLogger<Model, Event, Effect>: MobiusLogger {
  private let tag: String
  private let write: Consumer<String>

  /// Makes a logger.
  ///
  /// - Parameters:
  ///   - tag: The beginning of each line, before a colon.
  ///   - consumer: Receives each line; the default prints it.
  public init(tag: String = "Mobius", consumer: @escaping Consumer<String> = { print($0) }) {
    self.tag = tag
    write = consumer
  }

  /// Writes that the loop starts.
  public func willInitiate(model: Model) { write("\(tag): Starting loop") }

  /// Writes the first model and each effect of the start.
  public func didInitiate(model: Model, first: First<Model, Effect>) {
    write("\(tag): Loop started from model: \(first.model)")
    writeEffects(first.effects)
  }

  /// Writes the event.
  public func willUpdate(model: Model, event: Event) { write("\(tag): Event: \(event)") }

  /// Writes the new model, if there is one, and each effect.
  public func didUpdate(model: Model, event: Event, next: Next<Model, Effect>) {
    if let model = next.model { write("\(tag): New model: \(model)") }
    writeEffects(next.effects)
  }

  private func writeEffects(_ effects: [Effect]) { for effect in effects { write("\(tag): Effect: \(effect)") } }
}

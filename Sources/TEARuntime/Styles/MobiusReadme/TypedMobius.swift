public import Dispatch
public import MobiusStyle

/// The functions that make loops of ``LoopTypes``, as in Mobius.swift 0.2.
///
/// Swift chooses the functions of 0.2 if the result is annotated as a ``Builder``, as in
/// `let builder: Mobius.Builder<CounterLoopTypes> = Mobius.loop(…)`, and otherwise those of `MobiusStyle`.
public enum Mobius {
  /// The builder of a loop whose types are under one name, with an update function and an effect handler.
  public static func loop<Types: LoopTypes>(
    update: @escaping Update<Types>, effectHandler: some Connectable<Types.Effect, Types.Event>
  ) -> Builder<Types> {
    Builder(MobiusStyle.Mobius.loop(update: update, effectHandler: effectHandler))
  }

  /// The builder of a loop whose types are separate, with an update function and an effect handler.
  public static func loop<Model, Event, Effect>(
    update: @escaping (Model, Event) -> Next<Model, Effect>, effectHandler: some Connectable<Effect, Event>
  ) -> MobiusStyle.Mobius.Builder<Model, Event, Effect> {
    MobiusStyle.Mobius.loop(update: update, effectHandler: effectHandler)
  }

  /// The builder of a loop without effects, whose update function returns the model.
  public static func beginnerLoop<Model, Event>(
    update: @escaping (Model, Event) -> Model
  ) -> MobiusStyle.Mobius.Builder<Model, Event, Never> {
    MobiusStyle.Mobius.beginnerLoop(update: update)
  }

  /// The configuration of a loop of these types, as a value: each method returns a changed copy.
  public struct Builder<Types: LoopTypes> {
    private var builder: MobiusStyle.Mobius.Builder<Types.Model, Types.Event, Types.Effect>
    private var initiator: Initiator<Types> = { First(model: $0) }
    /// The logger for ``start(from:isolation:)``, `nil` for none; a controller logs its starts itself.
    private var startLogger: AnyMobiusLogger<Types.Model, Types.Event, Types.Effect>?

    fileprivate init(_ builder: MobiusStyle.Mobius.Builder<Types.Model, Types.Event, Types.Effect>) {
      self.builder = builder
    }

    /// Sets the function that makes the first model and the first effects each time that a loop starts.
    public func withInitiator(_ initiator: @escaping Initiator<Types>) -> Builder { with { $0.initiator = initiator } }

    /// Sets the event source of the loop, in place of an earlier one.
    public func withEventSource(_ eventSource: some EventSource<Types.Event>) -> Builder {
      with { $0.builder = $0.builder.withEventSource(eventSource) }
    }

    /// Sets the logger of the loop, in place of an earlier one; the logger also logs each start, as in 0.2.
    public func withLogger(_ logger: some MobiusLogger<Types.Model, Types.Event, Types.Effect>) -> Builder {
      with {
        $0.builder = $0.builder.withLogger(logger)
        $0.startLogger = AnyMobiusLogger(logger)
      }
    }

    /// Sets the logger of the loop; an older name of ``withLogger(_:)``.
    public func logger(_ logger: some MobiusLogger<Types.Model, Types.Event, Types.Effect>) -> Builder {
      withLogger(logger)
    }

    /// Starts a loop from the first model and the first effects that the initiator makes of a model.
    ///
    /// A loop that is started within an actor takes its steps in that actor. The events of any other loop are processed by the
    /// thread that sends them, or by another thread that is already processing events.
    public func start(
      from initialModel: Types.Model, isolation: isolated (any Actor)? = #isolation
    ) -> MobiusLoop<Types> {
      startLogger?.willInitiate(model: initialModel)
      let first = initiator(initialModel)
      startLogger?.didInitiate(model: initialModel, first: first)
      return builder.start(from: first.model, effects: first.effects)
    }

    /// Makes a controller of loops with this configuration.
    ///
    /// `initiate` makes the first model and the first effects; `nil` for the function of ``withInitiator(_:)``.
    public func makeController(
      from initialModel: Types.Model, initiate: Initiator<Types>? = nil, viewQueue: DispatchQueue = .main
    ) -> MobiusController<Types> {
      MobiusController(
        builder.makeController(
          from: initialModel, initiate: initiate ?? initiator, loopQueue: .global(qos: .userInitiated),
          viewQueue: viewQueue))
    }

    private func with(_ change: (inout Builder) -> Void) -> Builder {
      var builder = self
      change(&builder)
      return builder
    }
  }
}

/// Starts and stops loops for a view; by default, each loop starts from the last model of the loop before.
///
/// This is `MobiusStyle.MobiusController` with the names of Mobius.swift 0.2. A call at a wrong time is an error, which
/// `MobiusHooks` reports.
public final class MobiusController<Types: LoopTypes> {
  private let controller: MobiusStyle.MobiusController<Types.Model, Types.Event, Types.Effect>

  fileprivate init(_ controller: MobiusStyle.MobiusController<Types.Model, Types.Event, Types.Effect>) {
    self.controller = controller
  }

  /// A controller of the loops of a builder, whose view receives models on the main queue.
  ///
  /// - Parameter defaultModel: The model from which the first loop starts.
  public convenience init(builder: Mobius.Builder<Types>, defaultModel: Types.Model) {
    self.init(builder.makeController(from: defaultModel).controller)
  }

  /// `true` while a loop runs; readable on any thread.
  public var isRunning: Bool { controller.running }

  /// `true` while a loop runs, under the name of later releases.
  public var running: Bool { controller.running }

  /// The latest model of the loop that runs, or else the model from which the next loop starts.
  public func getModel() -> Types.Model { controller.model }

  /// The latest model, under the name of later releases.
  public var model: Types.Model { controller.model }

  /// The identity of a connected view.
  ///
  /// A controller of 0.2 has a single view; this controller accepts several, and code with a single view may ignore the
  /// identity.
  public typealias ViewID = MobiusStyle.MobiusController<Types.Model, Types.Event, Types.Effect>.ViewID

  /// Connects a view to each loop from its start to its stop; a call while a loop runs is an error.
  @discardableResult
  public func connectView(_ connectable: some Connectable<Types.Model, Types.Event>) -> ViewID {
    controller.connectView(connectable)
  }

  /// Disconnects the only view; a call while a loop runs, or without exactly one view, is an error.
  public func disconnectView() { controller.disconnectView() }

  /// Disconnects a view; a call while a loop runs, or for a view that is not connected, is an error.
  public func disconnectView(id: ViewID) { controller.disconnectView(id: id) }

  /// Starts a loop from the initial model, the last model of the loop before, or the model of ``replaceModel(_:)``.
  ///
  /// A call while a loop runs is an error.
  public func start() { controller.start() }

  /// Stops the loop, and remembers its model; a call while no loop runs is an error.
  public func stop() { controller.stop() }

  /// Lets the next loop start from another model; a call while a loop runs is an error.
  public func replaceModel(_ model: Types.Model) { controller.replaceModel(model) }
}

/// A logger that prints a line for each event, model and effect of loops of these types.
public typealias ConsoleLogger<Types: LoopTypes> = SimpleLogger<Types.Model, Types.Event, Types.Effect>

extension MobiusStyle.MobiusLoop {
  /// The latest model, under the name of 0.2; never `nil`, because a loop has a model from its start.
  public func getMostRecentModel() -> Model? { latestModel }
}

extension First {
  /// `true` if there are effects.
  public var hasEffects: Bool { !effects.isEmpty }
}

extension Next {
  /// `true` if there are effects.
  public var hasEffects: Bool { !effects.isEmpty }
}

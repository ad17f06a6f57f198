public import Dispatch
internal import TEARuntime

/// An effect handler made of one handler for each kind of effect.
///
/// ```swift
/// let effectHandler = EffectRouter<Effect, Event>()
///   .routeCase(Effect.playSound).to { player.play() }
///   .routeCase(Effect.save).to { text in try? store.save(text) }
///   .routeCase(Effect.load).toEvent { name in .loaded(store.load(name)) }
///   .asConnectable
/// ```
///
/// Each effect must have exactly one route: an effect with none or several is an error, which ``MobiusHooks`` reports.
public struct EffectRouter<Effect, Event> {
  fileprivate struct Route {
    /// Returns a function that handles the effect; `nil` for an effect of another kind.
    let findHandler: (Effect) -> (() -> Void)?
    let dispose: () -> Void
  }

  private let routeMakers: [(@escaping Consumer<Event>) -> Route]

  /// A router without routes.
  public init() { routeMakers = [] }

  private init(routeMakers: [(@escaping Consumer<Event>) -> Route]) { self.routeMakers = routeMakers }

  /// Routes the effects for which a function returns parameters; the function returns `nil` for all other effects.
  public func routeEffects<Parameters>(
    withParameters extractParameters: @escaping (Effect) -> Parameters?
  ) -> EffectRoute<Effect, Parameters, Event> {
    EffectRoute(router: self, extractParameters: extractParameters, queue: nil)
  }

  /// Routes the effects of a case with a payload.
  ///
  /// A payload of several values is a tuple. A payload that is a function, or has one in a tuple or an optional, is an error,
  /// which ``MobiusHooks`` reports. Route such effects with ``routeEffects(withParameters:)``.
  public func routeCase<Payload>(
    _ makeCase: @escaping (Payload) -> Effect
  ) -> EffectRoute<Effect, Payload, Event> {
    guard !hasBareFunction(Payload.self) else {
      MobiusHooks.fail(
        "routeCase(_:) cannot take \(Payload.self) out of \(Effect.self): it would misread the function; use "
          + "routeEffects(withParameters:)")
    }
    return routeEffects { payload(of: $0, madeBy: makeCase) }
  }

  /// Routes the effects of a case without a payload; any other argument is an error, which ``MobiusHooks`` reports.
  public func routeCase(_ effect: Effect) -> EffectRoute<Effect, Void, Event> {
    guard let caseNumber = enumCase(of: effect), storedPayload(of: effect) == nil else {
      MobiusHooks.fail(
        "\(literal(effect)) is no case without a payload; use routeEffects(equalTo:) or routeEffects(withParameters:)")
    }
    return routeEffects { enumCase(of: $0) == caseNumber ? () : nil }
  }

  /// The router as an effect handler.
  public var asConnectable: AnyConnectable<Effect, Event> {
    AnyConnectable { [routeMakers] consumer in
      let routes = routeMakers.map { $0(consumer) }
      return Connection(
        acceptClosure: { effect in
          let handlers = routes.compactMap { $0.findHandler(effect) }
          guard handlers.count == 1 else {
            MobiusHooks.fail(
              "\(literal(effect)) has \(handlers.isEmpty ? "no route" : "\(handlers.count) routes") in the effect "
                + "router, and must have exactly one")
          }
          handlers[0]()
        },
        disposeClosure: { for route in routes { route.dispose() } })
    }
  }

  fileprivate func adding(_ makeRoute: @escaping (@escaping Consumer<Event>) -> Route) -> EffectRouter {
    EffectRouter(routeMakers: routeMakers + [makeRoute])
  }
}

extension EffectRouter where Effect: Equatable {
  /// Routes the effects that are equal to an effect.
  public func routeEffects(equalTo effect: Effect) -> EffectRoute<Effect, Effect, Event> {
    routeEffects { $0 == effect ? $0 : nil }
  }

  /// Routes the effects that are equal to an effect; the handler receives nothing, because all have equal payloads.
  public func routeCase(_ effect: Effect) -> EffectRoute<Effect, Void, Event> {
    routeEffects { $0 == effect ? () : nil }
  }
}

/// A route of an ``EffectRouter``, before its handler is set.
public struct EffectRoute<Effect, Parameters, Event> {
  fileprivate let router: EffectRouter<Effect, Event>
  /// Returns the parameters of an effect; `nil` for an effect of another kind.
  fileprivate let extractParameters: (Effect) -> Parameters?
  /// The queue on which effects are handled; `nil` for the thread on which the loop calls the route.
  fileprivate let queue: DispatchQueue?

  /// Handles the effects of this route on a queue.
  ///
  /// A loop of a controller or in an actor still processes the events of these effects in its own domain. Any other loop
  /// processes them on this queue.
  public func on(queue: DispatchQueue) -> EffectRoute {
    EffectRoute(router: router, extractParameters: extractParameters, queue: queue)
  }

  /// Handles the effects with a connectable, whose events are dropped after the end of the loop.
  public func to(_ connectable: some Connectable<Parameters, Event>) -> EffectRouter<Effect, Event> {
    router.adding { [extractParameters, queue] consumer in
      let output = EffectCallback(onSend: consumer, onEnd: {})
      let connection = Unchecked(connectable.connect(output.send))
      func handle(_ parameters: Parameters) {
        guard let queue else { return connection.value.accept(parameters) }
        let parameters = Unchecked(parameters)
        queue.async { connection.value.accept(parameters.value) }
      }
      return .init(
        findHandler: { effect in extractParameters(effect).map { parameters in { handle(parameters) } } },
        dispose: {
          output.end()
          connection.value.dispose()
        })
    }
  }

  /// Handles the effects with an effect handler.
  public func to(_ effectHandler: some EffectHandler<Parameters, Event>) -> EffectRouter<Effect, Event> {
    to(effectHandler.handle)
  }

  /// Handles the effects with a function that begins to handle an effect, and returns a disposable that cancels the
  /// effect.
  public func to(
    _ handle: @escaping (Parameters, EffectCallback<Event>) -> any Disposable
  ) -> EffectRouter<Effect, Event> {
    to(
      AnyConnectable { consumer in
        let runningHandlings = RunningHandlings<Event>()
        return Connection(
          acceptClosure: { parameters in runningHandlings.begin(consumer) { handle(parameters, $0) } },
          disposeClosure: { runningHandlings.cancelAll() })
      })
  }

  /// Handles the effects with a function that sends nothing.
  public func to(_ fireAndForget: @escaping (Parameters) -> Void) -> EffectRouter<Effect, Event> {
    to(AnyConnectable { _ in Connection(acceptClosure: fireAndForget, disposeClosure: {}) })
  }

  /// Handles the effects with a function that returns the event to send; `nil` for none.
  public func toEvent(_ eventClosure: @escaping (Parameters) -> Event?) -> EffectRouter<Effect, Event> {
    to(
      AnyConnectable { consumer in
        Connection(
          acceptClosure: { parameters in
            if let event = eventClosure(parameters) { consumer(event) }
          }, disposeClosure: {})
      })
  }
}

/// The name of an ``EffectRoute`` in Mobius.
public typealias _PartialEffectRouter<Effect, EffectParameters, Event> = EffectRoute<Effect, EffectParameters, Event>

extension EffectRoute where Parameters: Sendable {
  /// Handles each effect with an asynchronous function, in a task of its own.
  ///
  /// The task is cancelled if the loop ends before the effect.
  public func to(
    _ handle: @escaping @Sendable (Parameters, EffectCallback<Event>) async -> Void
  ) -> EffectRouter<Effect, Event> {
    to { parameters, callback in
      let task = Task {
        await handle(parameters, callback)
        callback.end()
      }
      return task.asDisposable
    }
  }

  /// Handles each effect with an asynchronous function that returns the event to send; `nil` for none.
  public func toEvent(
    _ handle: @escaping @Sendable (Parameters) async -> Event?
  ) -> EffectRouter<Effect, Event> {
    to { (parameters, callback) async in
      if let event = await handle(parameters) { callback.send(event) }
    }
  }
}

private protocol AnyOptional {
  static var wrapped: Any.Type { get }
}

extension Optional: AnyOptional {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
}

/// Returns `true` for a function, and for a tuple or an optional that has one.
///
/// ``storedPayload(of:)`` misreads such a function, because generic code and mirrors expect another calling convention. A
/// function in a struct, a class or an array is read correctly.
private func hasBareFunction(_ type: Any.Type) -> Bool {
  if TypeShape.isFunction(type) { return true }
  if let optional = type as? any AnyOptional.Type { return hasBareFunction(optional.wrapped) }
  return TypeShape.tupleElements(of: type).contains { hasBareFunction($0.type) }
}

/// The payload of an effect of the case that `makeCase` makes; `nil` for an effect of another case.
private func payload<Effect, Payload>(of effect: Effect, madeBy makeCase: (Payload) -> Effect) -> Payload? {
  // A single cast would turn a missing payload into the `nil` of an optional `Payload`.
  guard let stored = storedPayload(of: effect), let payload = stored as? Payload else { return nil }
  return enumCase(of: makeCase(payload)) == enumCase(of: effect) ? payload : nil
}

/// The payload of an enum case, as a tuple if there are several associated values; `nil` for a case without a payload.
///
/// For an optional, and for a value that is no enum, returns the first child of its mirror; `nil` for none.
private func storedPayload<Effect>(of effect: Effect) -> Any? {
  guard let number = enumCase(of: effect) else { return Mirror(reflecting: effect).children.first?.value }
  guard let typeCase = TypeShape.knownCase(number, of: Effect.self), let type = typeCase.payload else { return nil }
  // The type of a single payload with a label is a tuple of one element.
  let elements = TypeShape.tupleElements(of: type)
  let typeWithoutLabel: Any.Type = elements.count == 1 ? elements[0].type : type
  let payload = storedPayload(of: effect, number, typeCase, as: typeWithoutLabel)
  return (payload as? any ConstantHolding)?.held ?? payload
}

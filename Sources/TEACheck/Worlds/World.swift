public import TEARuntime

/// The state that is searched: all that decides what can happen next.
///
/// A world consists of the model, the outstanding commands, and their surroundings, such as subscriptions and pending
/// deadlines.
public struct World<M: Module> {
  /// The program's model.
  public var model: M.Model

  /// The commands that were performed and are not answered yet.
  ///
  /// Worlds that differ in the order of these commands are the same, so properties and declarations see them in a
  /// canonical order: by case, and then by text.
  public var outstanding: [M.Command]

  /// `nil` where the search needs no surroundings, and in a world of ``init(model:outstanding:)``.
  @usableFromInline var surroundings: Surroundings<M>?

  /// The cached canonical order of the outstanding commands; `nil` where the order is not cached. No step may be taken from a
  /// world with a cached order: the step would change the commands and leave the order as it is.
  @usableFromInline var cachedOrder: [Int]?

  /// Keeps the view of ``Subject/view``, so that all who ask for it share one call of `view`; `nil` where each makes its own. No
  /// step may be taken from a world that keeps its view: the step would change the model and leave the view as it is. ``view``
  /// does not read it, because its caller may have changed the model.
  @usableFromInline var keptView: KeptView<M>?

  /// Makes a world without subscriptions, deadlines and environment.
  @inlinable
  public init(model: M.Model, outstanding: [M.Command] = []) {
    self.model = model
    self.outstanding = outstanding
  }

  /// The view of the program in this world.
  ///
  /// - Throws: The error of the module's `view`.
  public var view: M.View {
    get throws { try M.view(for: model) }
  }
}

/// The view of one world, once something asks for it. A view that throws is not kept.
@usableFromInline
final class KeptView<M: Module> {
  @usableFromInline var view: M.View?

  @inlinable
  init() {}
}

extension World {
  /// An empty place for a view; `nil` where the view is the model, which needs no call.
  @inlinable static var placeForView: KeptView<M>? { M.View.self == M.Model.self ? nil : KeptView() }

  /// Lets all who ask for the view from now on share one call of `view`.
  @inlinable
  mutating func keepView() {
    if keptView == nil { keptView = Self.placeForView }
  }

  /// The kept view, if there is one, or else a new view.
  @inlinable var sharedView: M.View {
    get throws {
      if let view = keptView?.view { return view }
      let view = try M.view(for: model)
      keptView?.view = view
      return view
    }
  }

  /// The live subscriptions, in the order in which the module lists them; empty where the world has no record of them.
  public var subscriptions: [M.Subscription] { surroundings?.state.subscriptions ?? [] }

  /// The pending deadlines, sorted by the remaining time, then by case, and then by text.
  ///
  /// The remaining times are those at the steps of the search, whose waits last whole units of time: between two of these steps,
  /// a live program has others.
  ///
  /// The order in which the deadlines began is not part of a world: worlds that differ only in this order are the same.
  public var agenda: Agenda<M> { unsortedAgenda.inCanonicalOrder }

  /// The pending deadlines in the order in which they began. Steps refer to a deadline by its index in this order.
  var unsortedAgenda: Agenda<M> { surroundings?.state.agenda ?? Agenda() }

  /// The simulated environment.
  ///
  /// - Returns: `nil` where no ``Environment`` of this type is declared.
  public func environment<State>(as type: State.Type = State.self) -> State? {
    surroundings?.environment?.base as? State
  }
}

extension World: Equatable where M.Model: Equatable, M.Command: Equatable {
  /// - Complexity: O(*n*²) in the number of outstanding commands.
  @inlinable
  public static func == (one: World, other: World) -> Bool {
    one.model == other.model && isSameBag(one.outstanding, other.outstanding)
      && (one.surroundings == nil && other.surroundings == nil
        || Surroundings.isSame(one.surroundings, other.surroundings))
  }
}

extension World: Hashable where M.Model: Hashable, M.Command: Hashable {
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(model)
    if outstanding.count != 0 { hasher.combine(bagHash(outstanding)) }
    if let surroundings { hasher.combine(surroundings.hash) }
  }
}

/// Returns whether two arrays are equal as multisets.
@inlinable
func isSameBag<Element: Equatable>(_ one: [Element], _ other: [Element]) -> Bool {
  guard one.count == other.count else { return false }
  if one == other { return true }
  var rest = other
  for element in one {
    guard let index = rest.firstIndex(of: element) else { return false }
    rest.remove(at: index)
  }
  return true
}

/// A hash of the elements as a multiset.
@inlinable
func bagHash<Element: Hashable>(_ elements: [Element]) -> Int {
  elements.reduce(elements.count) { $0 &+ $1.hashValue }
}

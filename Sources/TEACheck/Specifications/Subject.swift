public import TEARuntime

/// The part of a world that a property or a declaration looks at: the model, the view or all of it.
///
/// ```swift
/// Always("the title is never empty", of: .view) { view in !view.title.isEmpty }
/// ```
public struct Subject<M: Module, Value>: Sendable {
  @usableFromInline let dependsOnModelOnly: Bool
  @usableFromInline let neededEnvironment: NeededEnvironment?
  @usableFromInline let read: @Sendable (World<M>) throws -> Value

  @usableFromInline
  init(
    dependsOnModelOnly: Bool = false, needing environment: NeededEnvironment? = nil,
    read: @escaping @Sendable (World<M>) throws -> Value
  ) {
    (self.dependsOnModelOnly, neededEnvironment, self.read) = (dependsOnModelOnly, environment, read)
  }
}

extension Subject where Value == M.Model {
  /// The model.
  @inlinable public static var model: Subject { Subject(dependsOnModelOnly: true) { $0.model } }
}

extension Subject where Value == M.View {
  /// The view of the model.
  @inlinable public static var view: Subject { Subject(dependsOnModelOnly: true) { try $0.sharedView } }
}

extension Subject where Value == World<M> {
  /// The whole world: the model, the outstanding commands, timers, subscriptions and late messages, and the environment.
  ///
  /// The outstanding commands are sorted by case and then by text: the order in which they were performed is not part of a
  /// world. ``World/agenda`` is sorted for the same reason.
  public static var world: Subject { Subject { $0.inCanonicalOrder } }
}

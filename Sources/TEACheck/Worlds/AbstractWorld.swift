internal import TEARuntime

/// A world that is told apart by a declared key alone.
@usableFromInline
struct AbstractWorld<Base: SearchState>: SearchState {
  @usableFromInline typealias M = Base.M

  private let base: Base
  private let key: AnyHashable

  @usableFromInline
  init(_ world: World<M>) throws {
    base = try Base(world)
    key = AnyHashable(base)
  }

  @usableFromInline
  init(_ world: World<M>, under rules: Rules<M>) throws {
    base = try Base(world)
    key = rules.abstraction.map { $0(world) } ?? AnyHashable(base)
  }

  @usableFromInline var world: World<M> { base.world }

  @usableFromInline
  static func == (one: AbstractWorld, other: AbstractWorld) -> Bool { one.key == other.key }

  @usableFromInline
  func hash(into hasher: inout Hasher) { hasher.combine(key) }

  @usableFromInline
  func isSameWorld(as other: AbstractWorld) -> Bool { base.isSameWorld(as: other.base) }

  @usableFromInline
  func isRepeated(_ index: Int) -> Bool { base.isRepeated(index) }
}

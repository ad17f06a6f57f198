internal import TEARuntime

/// A world that is told apart by a declared key alone.
@usableFromInline
struct AbstractWorld<Base: SearchState>: SearchState {
  @usableFromInline typealias M = Base.M

  private let base: Base
  /// Nothing where none is declared.
  private let key: AnyHashable?

  @usableFromInline
  init(_ world: World<M>) throws {
    base = try Base(world)
    key = nil
  }

  @usableFromInline
  init(_ world: World<M>, under rules: Rules<M>) throws {
    base = try Base(world)
    key = rules.abstraction.map { $0(world) }
  }

  @usableFromInline var world: World<M> { base.world }

  @usableFromInline
  static func isSame(
    _ one: UnsafePointer<AbstractWorld>, _ other: UnsafePointer<AbstractWorld>, _ structural: StructuralHash
  ) -> Bool {
    guard let key = one.pointee.key else { return one.pointee.base.isSameWorld(as: other.pointee.base, structural) }
    return key == other.pointee.key
  }

  @usableFromInline
  func hash(_ structural: StructuralHash) -> Int { key?.hashValue ?? base.hash(structural) }

  @usableFromInline
  func isSameWorld(as other: AbstractWorld, _ structural: StructuralHash) -> Bool {
    base.isSameWorld(as: other.base, structural)
  }

  @usableFromInline
  func isRepeated(_ index: Int) -> Bool { base.isRepeated(index) }
}

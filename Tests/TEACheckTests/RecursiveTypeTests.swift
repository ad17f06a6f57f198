import TEARuntime
import Testing

@testable import TEACheck

/// Types that contain themselves.
@Suite struct RecursiveTypeTests {
  indirect enum Tree: Hashable { case leaf, node([Branch]) }
  struct Branch: Hashable { var tree: Tree, name: String }
  struct Weighted: Hashable { var weight: Double, children: [Weighted] }
  indirect enum Callback { case none, then(Callback), run(() -> Void) }

  @Test func `a recursive type is irreflexive or incomparable only where a part is`() {
    for type in [Tree.self, Branch.self, [Branch].self] as [Any.Type] {
      #expect(!ValueIdentity.of(type).mayDifferFromItself && !ValueIdentity.of(type).mayHoldIncomparable)
    }
    for type in [Weighted.self, [Weighted].self] as [Any.Type] {
      #expect(ValueIdentity.of(type).mayDifferFromItself && !ValueIdentity.of(type).mayHoldIncomparable)
    }
    #expect(!ValueIdentity.of(Callback.self).mayDifferFromItself && ValueIdentity.of(Callback.self).mayHoldIncomparable)
    let number = Weighted(weight: 1, children: [Weighted(weight: .nan, children: [])])
    withUnsafePointer(to: number) { #expect(!ValueIdentity.of(Weighted.self).isEqualToItself($0)) }
    withUnsafePointer(to: number.children[0].children) {
      #expect(ValueIdentity.of([Weighted].self).isEqualToItself($0))
    }
    withUnsafePointer(to: Callback.then(.then(.run {}))) {
      #expect(ValueIdentity.of(Callback.self).firstIncomparable(in: $0)?.path == ["then", "then", "run"])
    }
  }
}

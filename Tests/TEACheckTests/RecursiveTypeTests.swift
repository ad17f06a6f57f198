import TEARuntime
import Testing

@testable import TEACheck

/// Types that contain themselves.
@Suite struct RecursiveTypeTests {
  indirect enum Tree: Hashable { case leaf, node([Branch]) }
  struct Branch: Hashable { var tree: Tree, name: String }
  struct Weighted: Hashable { var weight: Double, children: [Weighted] }
  indirect enum Callback { case none, then(Callback), run(() -> Void) }

  @Test func `a recursive type may differ from itself or be incomparable exactly if one of its parts may`() {
    for type in [Tree.self, Branch.self, [Branch].self] as [Any.Type] {
      #expect(!ValueIdentity.of(type).mayDifferFromItself && !ValueIdentity.of(type).mayHoldIncomparable)
    }
    for type in [Weighted.self, [Weighted].self] as [Any.Type] {
      #expect(ValueIdentity.of(type).mayDifferFromItself && !ValueIdentity.of(type).mayHoldIncomparable)
    }
    #expect(!ValueIdentity.of(Callback.self).mayDifferFromItself && ValueIdentity.of(Callback.self).mayHoldIncomparable)
    let weighted = Weighted(weight: 1, children: [Weighted(weight: .nan, children: [])])
    withUnsafePointer(to: weighted) { #expect(!ValueIdentity.of(Weighted.self).isEqualToItself($0)) }
    withUnsafePointer(to: weighted.children[0].children) {
      #expect(ValueIdentity.of([Weighted].self).isEqualToItself($0))
    }
    withUnsafePointer(to: Callback.then(.then(.run {}))) {
      #expect(ValueIdentity.of(Callback.self).firstIncomparable(in: $0)?.path == ["then", "then", "run"])
    }
  }

  indirect enum Plan: Equatable {
    case number(Double), run(() -> Void), both(Plan, Plan)
    static func == (one: Plan, other: Plan) -> Bool {
      switch (one, other) {
      case (.number(let number), .number(let otherNumber)): number == otherNumber
      case (.both(let first, let second), .both(let otherFirst, let otherSecond)):
        first == otherFirst && second == otherSecond
      case (.run, .run): true
      default: false
      }
    }
  }

  @Test func `a value of a recursive type with a NaN and a function is recognised`() {
    func plan(_ number: Double) -> Plan { .both(.number(number), .run {}) }
    #expect(recognitionKey(of: plan(.nan)) == recognitionKey(of: plan(.nan)))
    #expect(recognitionKey(of: plan(.nan)) != recognitionKey(of: plan(1)))
    #expect(recognitionKey(of: plan(1)) == recognitionKey(of: plan(1)))
  }
}

import TEARuntime
import Testing

@testable import TEACheck

/// Values whose payloads are in boxes are told apart by all that they store.
@Suite struct BoxedValueTests {
  indirect enum Single: Hashable { case only(SIMD4<Double>) }
  enum Mixed: Hashable {
    case empty
    case small(UInt8)
    case text(String)
    indirect case wide(SIMD4<Double>)
    indirect case pair(Mixed, Mixed)
    case nothing
    indirect case some(Int?)
  }
  indirect enum Chain<Element: Hashable>: Hashable { case end, link(Element, Chain<Element>) }
  struct Tag: Hashable { var number: Int }
  protocol Shape {}
  struct Round: Shape, Hashable { var radius: Double }
  struct Box: Shape, Hashable { var sides: SIMD4<Double>, name: String }
  enum Holder {
    case shape(any Shape)
    case anything(Any)
    case error(any Error)
    indirect case boxed(any Shape)
    case both(any Hashable & Sendable, AnyHashable)
  }
  struct Failure: Error, Hashable { var text: String }

  /// Makes each value twice, and expects that it is the same as its copy and differs from all other values.
  private func expectDifferent<Value>(
    of type: Value.Type, _ values: [() -> Value], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let comparison = ValueComparison(of: Value.self)
    let (firstValues, secondValues) = (values.map { $0() }, values.map { $0() })
    firstValues.withUnsafeBufferPointer { firstValues in
      secondValues.withUnsafeBufferPointer { secondValues in
        for index in firstValues.indices {
          for otherIndex in secondValues.indices {
            let (one, other) = (firstValues.baseAddress! + index, secondValues.baseAddress! + otherIndex)
            let isSame = index == otherIndex
            #expect(comparison.isSame(one, other) == isSame, sourceLocation: sourceLocation)
            #expect((comparison.hash(of: one) == comparison.hash(of: other)) == isSame, sourceLocation: sourceLocation)
          }
        }
      }
    }
  }

  @Test func `payloads in boxes are read at their alignment`() {
    expectDifferent(of: Single.self, [{ .only([1, 2, 3, 4]) }, { .only([1, 2, 3, 5]) }, { .only([-0.0, 2, 3, 4]) }])
    expectDifferent(
      of: Mixed.self,
      [
        { .empty }, { .small(1) }, { .small(2) }, { .text("a") }, { .text("a text that is longer than fifteen") },
        { .wide([1, 2, 3, 4]) }, { .wide([1, 2, 3, 0]) }, { .nothing }, { .some(nil) }, { .some(3) },
        { .pair(.empty, .nothing) }, { .pair(.nothing, .empty) }, { .pair(.wide([1, 2, 3, 4]), .text("b")) },
        { .pair(.pair(.empty, .small(1)), .some(3)) },
      ])
    expectDifferent(
      of: Chain<Tag>.self,
      [
        { .end }, { .link(Tag(number: 1), .end) }, { .link(Tag(number: 1), .link(Tag(number: 1), .end)) },
        { .link(Tag(number: 2), .end) },
      ])
  }

  @Test func `values in existentials are read in their buffers and boxes`() {
    expectDifferent(
      of: Holder.self,
      [
        { .shape(Round(radius: 1)) }, { .shape(Round(radius: 2)) },
        { .shape(Box(sides: [1, 2, 3, 4], name: "a")) },
        { .shape(Box(sides: [1, 2, 3, 4], name: "b")) }, { .boxed(Round(radius: 1)) },
        { .boxed(Box(sides: [1, 2, 3, 4], name: "a long name for a box of four sides")) },
        { .anything(1) }, { .anything(UInt(1)) }, { .anything("1") }, { .anything(Int?.none as Any) },
        { .anything([1, 2]) }, { .anything((1, "a")) }, { .anything(Mixed.pair(.empty, .small(1))) },
        { .anything(Round(radius: 1)) }, { .anything(Failure(text: "a")) }, { .error(Failure(text: "a")) },
        { .error(Failure(text: "a longer text than fits in a word")) }, { .both(1, "a") }, { .both("1", "a") },
        { .both("1", AnyHashable(1)) }, { .both(Box(sides: [0, 0, 0, 0], name: ""), Round(radius: 0)) },
      ])
  }

  class Base: Hashable {
    let number: Int
    init(_ number: Int) { self.number = number }
    static func == (one: Base, other: Base) -> Bool { type(of: one) == type(of: other) && one.number == other.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }
  final class Derived: Base {}

  @Test func `objects in existentials are compared by their own ==, and differ where their classes do`() {
    let comparison = ValueComparison(of: [Any].self)
    func isSame(_ one: Any, _ other: Any) -> Bool {
      withUnsafePointer(to: [one]) { one in withUnsafePointer(to: [other]) { comparison.isSame(one, $0) } }
    }
    #expect(isSame(Base(1), Base(1)) && isSame(Derived(1), Derived(1) as Base))
    #expect(!isSame(Base(1), Base(2)) && !isSame(Base(1), Derived(1)) && !isSame(Base(1), 1))
  }
}

import MobiusStyle
import Testing

/// The results of updates and of starts, as values.
@Suite struct ResultTests {
  typealias IntNext = Next<Int, String>

  @Test func `a result has the model and the effects that it is made of`() {
    #expect(IntNext.next(1).model == 1)
    #expect(IntNext.next(1).effects == [])
    #expect(IntNext.next(1, effects: ["a", "b"]) == IntNext(model: 1, effects: ["a", "b"]))
    #expect(IntNext.dispatchEffects(["a"]) == IntNext(model: nil, effects: ["a"]))
    #expect(IntNext.dispatchEffects([]) == .noChange)
    #expect(IntNext.noChange.model == nil)
    #expect(IntNext.noChange.effects == [])
  }

  @Test func `results are equal where their models and their effects in order are`() {
    let all: [IntNext] = [nil, 1, 2].flatMap { model in
      [[], ["a"], ["a", "b"], ["b", "a"], ["a", "a"]].map { IntNext(model: model, effects: $0) }
    }
    for (index, step) in all.enumerated() {
      for (otherIndex, other) in all.enumerated() { #expect((step == other) == (index == otherIndex)) }
    }
    #expect(Set(all + all).count == all.count)
  }

  @Test func `a start always has a model, and starts are equal where their models and their effects in order are`() {
    let all = [1, 2].flatMap { model in
      [[], ["a"], ["a", "b"], ["b", "a"]].map { First(model: model, effects: $0) }
    }
    #expect(First<Int, String>(model: 2).effects == [])
    for (index, first) in all.enumerated() {
      for (otherIndex, other) in all.enumerated() { #expect((first == other) == (index == otherIndex)) }
    }
    #expect(Set(all + all).count == all.count)
  }

  /// A type that is neither `Equatable` nor `CustomStringConvertible`.
  private final class Thing {}

  @Test func `a result needs no equality of its parts`() {
    let (model, effect) = (Thing(), Thing())
    let next = Next<Thing, Thing>.next(model, effects: [effect])
    #expect(next.model === model && next.effects[0] === effect)
    let first = First(model: model, effects: [effect])
    #expect(first.model === model && first.effects[0] === effect)
    #expect(Next<Thing, Thing>.noChange.debugDescription == "(nil, [])")
  }

  @Test func `the debug description of a result shows the model and the effects as code`() {
    #expect(Next<String, Int>.next("a").debugDescription == #"("a", [])"#)
    #expect(Next<String, Int>.next("a", effects: [1, 2]).debugDescription == #"("a", [1, 2])"#)
    #expect(Next<String, Int>.dispatchEffects([1]).debugDescription == "(nil, [1])")
  }
}

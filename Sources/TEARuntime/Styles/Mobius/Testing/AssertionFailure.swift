/// A function that reports a failure with its text, file and line; `XCTFail` has this type.
public typealias AssertionFailure = (String, StaticString, UInt) -> Void

package func verify<Value>(
  _ predicates: [Predicate<Value>], of value: Value, prefix: String = "", _ report: AssertionFailure
) {
  for predicate in predicates {
    if case .failure(let message, let file, let line) = predicate(value) { report(prefix + message, file, line) }
  }
}

package func verifyEach<Model, Effect>(
  _ predicates: [[NextPredicate<Model, Effect>]], of nexts: [Next<Model, Effect>], _ file: StaticString,
  _ line: UInt, _ report: AssertionFailure
) {
  guard predicates.count == nexts.count else {
    return report("Lists of predicates: \(predicates.count), events: \(nexts.count)", file, line)
  }
  for (index, (predicates, next)) in zip(predicates, nexts).enumerated() {
    verify(predicates, of: next, prefix: "Event \(index + 1): ", report)
  }
}

/// A few values of the type of a command's answers; empty for a type without examples.
///
/// Two functions from answers to messages are compared by their results for these values.
func exampleAnswers<Answer>(of type: Answer.Type) -> [Answer] {
  func values<Example: ExampleValue>(_ type: Example.Type) -> [Any] { Example.examples }
  // At most eight cases, because each comparison of two commands makes a message of every example.
  func cases<Listed: CaseIterable>(_ type: Listed.Type) -> [Any] { Array(Listed.allCases.prefix(8)) }
  if let known = type as? any ExampleValue.Type { return values(known).compactMap { $0 as? Answer } }
  // The answer of a command that only says that it is done is `Void`.
  if let example = () as? Answer { return [example] }
  if let listed = type as? any CaseIterable.Type { return cases(listed).compactMap { $0 as? Answer } }
  return []
}

/// A type of the standard library with a few values that stand for all.
private protocol ExampleValue {
  static var examples: [Self] { get }
}

extension ExampleValue where Self: ExpressibleByIntegerLiteral {
  fileprivate static var examples: [Self] { [0, 1] }
}

extension Int: ExampleValue {}
extension Int8: ExampleValue {}
extension Int16: ExampleValue {}
extension Int32: ExampleValue {}
extension Int64: ExampleValue {}
extension UInt: ExampleValue {}
extension UInt8: ExampleValue {}
extension UInt16: ExampleValue {}
extension UInt32: ExampleValue {}
extension UInt64: ExampleValue {}
extension Float: ExampleValue {}
extension Double: ExampleValue {}
extension Bool: ExampleValue { fileprivate static var examples: [Bool] { [false, true] } }
extension Character: ExampleValue { fileprivate static var examples: [Character] { ["a", "b"] } }
extension String: ExampleValue { fileprivate static var examples: [String] { exampleTexts } }
extension Duration: ExampleValue { fileprivate static var examples: [Duration] { [.zero, .seconds(1)] } }
extension Array: ExampleValue { fileprivate static var examples: [[Element]] { [[]] } }
extension Set: ExampleValue { fileprivate static var examples: [Set] { [[]] } }
extension Dictionary: ExampleValue { fileprivate static var examples: [[Key: Value]] { [[:]] } }

extension Optional: ExampleValue {
  fileprivate static var examples: [Wrapped?] { [nil] + exampleAnswers(of: Wrapped.self).map { $0 } }
}

extension Result: ExampleValue {
  fileprivate static var examples: [Result] {
    exampleAnswers(of: Success.self).map { .success($0) } + exampleAnswers(of: Failure.self).map { .failure($0) }
  }
}

/// Distinct values, numbered from 0 in the order of their first appearance.
package struct Numbering<Value: Hashable> {
  package private(set) var values: [Value] = []
  private var numbers: [Value: Int] = [:]

  package init(_ values: [Value] = []) {
    for value in values { _ = number(of: value) }
  }

  package mutating func number(of value: Value) -> Int {
    if let number = numbers[value] { return number }
    numbers[value] = values.count
    values.append(value)
    return values.count - 1
  }
}

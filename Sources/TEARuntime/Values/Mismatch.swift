/// The text of a failed comparison: the expected and the actual value, and their differences.
package func mismatchText(of value: Any, expected: Any) -> String {
  var text = "Expected \(literal(expected)), got \(literal(value))"
  let differences = Difference.between(expected, and: value)
  if differences.contains(where: { !$0.path.isEmpty }) {
    for difference in differences {
      text += "\n  \(difference.path): expected \(difference.before), got \(difference.after)"
    }
  }
  if differences.allSatisfy({ $0.before == $0.after }) {
    text += "\nThe two look alike, but are not equal"
  }
  return text
}

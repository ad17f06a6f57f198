/// A number such as `1 234 567`.
package func grouped(_ number: Int) -> String {
  let digits = String(number.magnitude)
  var text = number < 0 ? "-" : ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index).isMultiple(of: 3) { text += " " }
    text.append(digit)
  }
  return text
}

/// Adds an “s” to the noun unless the number is 1.
package func counted(_ number: Int, _ noun: String) -> String {
  "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
}

/// Distinct numbers in order, such as `1, 3–7`.
package func ranges(of numbers: some Sequence<Int>) -> String {
  let ranges = RangeSet(numbers.map { $0..<$0 + 1 }).ranges
  return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound - 1)" }
    .joined(separator: ", ")
}

/// A name of the program after “a” or “an”. A “u” that is spoken as in “user” counts as a consonant.
package func withArticle(_ name: String) -> String {
  let word = name.lowercased()
  let soundsLikeYou = ["eu", "ui", "uni", "uri", "url", "use", "usu", "uti", "uui"].contains { word.hasPrefix($0) }
  let isNegation = ["unid", "unim", "unin"].contains { word.hasPrefix($0) }
  let beginsWithVowel = word.first.map { "aeiou".contains($0) } ?? false
  return beginsWithVowel && (!soundsLikeYou || isNegation) && !word.hasPrefix("once") ? "an \(name)" : "a \(name)"
}

/// A number such as `1 234 567`.
package func grouped(_ number: Int) -> String {
  var digits = String(number.magnitude)
  var groups: [Substring] = []
  while digits.count > 3 {
    groups.insert(digits.suffix(3), at: 0)
    digits = String(digits.dropLast(3))
  }
  groups.insert(digits[...], at: 0)
  return (number < 0 ? "-" : "") + groups.joined(separator: " ")
}

/// Adds an “s” to the noun unless the number is 1.
package func counted(_ number: Int, _ noun: String) -> String {
  "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
}

/// A name of the program after “a” or “an”. A “u” that is spoken as in “user” counts as a consonant.
package func withArticle(_ name: String) -> String {
  let word = name.lowercased()
  let soundsLikeYou = ["eu", "ui", "uni", "uri", "url", "use", "usu", "uti", "uui"].contains { word.hasPrefix($0) }
  let isNegation = ["unid", "unim", "unin"].contains { word.hasPrefix($0) }
  let beginsWithVowel = word.first.map { "aeiou".contains($0) } ?? false
  return beginsWithVowel && (!soundsLikeYou || isNegation) && !word.hasPrefix("once") ? "an \(name)" : "a \(name)"
}

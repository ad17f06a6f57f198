extension Gen {
  /// The same generator, by which a random source makes one value in eight as it made an earlier value of the type. Of a type with
  /// few values, equal ones are drawn often, and the generator stays as it is.
  ///
  /// Programs compare values with each other, such as a password with its confirmation, or an identifier with those of a list,
  /// and long values that are drawn independently are never equal. Repeated choices are recorded like others.
  var repeatingEarlierValues: Gen {
    if Value.self == Bool.self || Value.self is any CaseIterable.Type { return self }
    let (generate, type) = (generate, ObjectIdentifier(Value.self))
    return Gen { choices throws(Discarded) in
      guard choices.isRandom else { return try generate(&choices) }
      let start = choices.record.count
      if let repetition = choices.repetition(of: type) {
        choices.beginReplay(of: repetition)
        defer { choices.endReplay() }
        do throws(Discarded) {
          return try generate(&choices)
        } catch {
          // A generator with another condition may refuse what an earlier one made.
          choices.record.removeSubrange(start...)
        }
      }
      let value = try generate(&choices)
      choices.noteValue(of: type, from: start)
      return value
    }
  }
}

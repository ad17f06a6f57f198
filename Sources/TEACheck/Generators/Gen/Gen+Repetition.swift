extension Gen {
  /// The same generator, by which random sources repeat values; see ``Choices/repeatingEarlierValues(_:)``. Of a type with few
  /// values, equal ones are drawn often, and the generator stays as it is.
  var repeatingEarlierValues: Gen {
    if Value.self == Bool.self || Value.self is any CaseIterable.Type { return self }
    let generate = generate
    return Gen { choices throws(Discarded) in try choices.repeatingEarlierValues(generate) }
  }
}

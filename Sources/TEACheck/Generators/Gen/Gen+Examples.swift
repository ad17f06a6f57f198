extension Gen {
  /// The same generator, whose values are marked as examples of their type. An exploration that takes all these values is
  /// complete only within its scope.
  var examples: Gen {
    let generate = generate
    return Gen { choices throws(Discarded) in
      choices.noteTruncation()
      return try generate(&choices)
    }
  }
}

extension Gen {
  /// The same values, as examples of their type: an exploration of all of them is complete only within its scope.
  var examples: Gen {
    let generate = generate
    return Gen { choices throws(Discarded) in
      choices.noteTruncation()
      return try generate(&choices)
    }
  }
}

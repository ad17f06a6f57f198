extension CheckRunner {
  /// A note on a difference between two models that their `==` ignores; `nil` where the exploration noticed none.
  func noteOnHiddenDifference(_ exploration: Exploration<M>?) -> String? {
    guard let detail = exploration?.hiddenDifference else { return nil }
    return
      "the model's == takes for one what differs (\(detail)); worlds are told apart by all that they store, and "
      + "Distinguish says what is to count as one"
  }
}

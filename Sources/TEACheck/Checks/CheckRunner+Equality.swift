extension CheckRunner {
  func noteOnHiddenDifference(_ exploration: Exploration<M>?) -> String? {
    guard let detail = exploration?.hiddenDifference else { return nil }
    return
      "the model's == takes for one what differs (\(detail)); worlds are told apart by all that they store, and "
      + "Distinguish says what is to count as one"
  }
}

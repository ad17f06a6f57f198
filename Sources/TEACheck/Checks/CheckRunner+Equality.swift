internal import TEARuntime

extension CheckRunner {
  func noteOnHiddenDifference(_ exploration: Exploration<M>?) -> String? {
    guard let difference = exploration?.hiddenDifference else { return nil }
    let advice =
      difference.isOnlyInStorage
      ? ": let update store it in one way, or let Distinguish say" : ", and Distinguish says"
    return "the model's == takes for one what differs (\(difference.text)); worlds are told apart by all that they "
      + "store\(advice) what is to count as one"
  }
}

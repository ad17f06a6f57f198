internal import TEAStateSpace
internal import TEASupport
internal import TEARuntime

extension Explorer {
  /// Notes which messages the specification lists more than once for a world of the batch, among the first steps of a search.
  ///
  /// - Parameter before: The number of transitions before the batch.
  @usableFromInline
  func noteRepeatedMessages(after before: Int) {
    guard rules.listsMessages, before < Self.mostCompared else { return }
    let repetitions = Rules<M>.repetitions
    var left = Self.mostCompared - before
    for worker in expansions.indices {
      let (found, steps) = (candidates[worker], expansions[worker].steps)
      var (parent, messages) = (-1, [] as [M.Message])
      func noteRepetitions() {
        guard messages.count > 1 else { return }
        for message in UserCode.calling(.comparison, { repetitions(messages) }) {
          rules.repeatedMessages.note(caseName(of: message))
        }
      }
      for candidate in 0..<min(left, found.count) {
        if found.parent(of: candidate) != parent {
          noteRepetitions()
          (parent, messages) = (found.parent(of: candidate), [])
        }
        if case .message(let message) = steps[candidate] { messages.append(message) }
      }
      noteRepetitions()
      left -= min(left, found.count)
    }
  }
}

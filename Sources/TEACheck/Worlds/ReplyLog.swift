internal import TEASupport
internal import TEARuntime
internal import Synchronization

/// Logs the cases of commands with and without replies, where declared replies depend on the model. A case without a reply in
/// one world may then have a reply in another.
final class ReplyLog: Sendable {
  /// The cases for which `Replies` returned an empty list in some world, and that had no interim messages there.
  let casesWithEmptyReplies = CaseLog()
  let answeredCases = CaseLog()
  /// The cases for which `Replies` returned `nil`, and `Failures` a message, and of which no loss may take the place of an end
  /// without a message.
  let casesThatOnlyFail = CaseLog()
  /// The cases for which the replies of the environment were `nil`; logged only beside `Failures`.
  let casesTheEnvironmentLeaves = CaseLog()

  func clear() {
    for log in [casesWithEmptyReplies, answeredCases, casesThatOnlyFail, casesTheEnvironmentLeaves] { log.clear() }
  }

  var neverAnswered: [String] {
    let answered = Set(answeredCases.sorted)
    return casesWithEmptyReplies.sorted.filter { !answered.contains($0) }
  }
}

final class CaseLog: Sendable {
  let names = NameLog()
  /// A bit for each of the first 64 cases, set where the case was noted. Few types of commands have more cases.
  private let notedTags = Atomic<UInt64>(0)

  func note<Command>(_ command: Command) {
    let tag = enumCase(of: command)
    // A case beyond the first 64 has no bit: a shift by 64 gives 0.
    let bit = UInt64(1) << UInt64(min(tag ?? 0, 64))
    guard notedTags.load(ordering: .relaxed) & bit == 0 else { return }
    names.note(caseOrTypeName(of: command))
    notedTags.bitwiseOr(bit, ordering: .relaxed)
  }

  func clear() {
    names.clear()
    notedTags.store(0, ordering: .relaxed)
  }

  var sorted: [String] { names.sorted }
}

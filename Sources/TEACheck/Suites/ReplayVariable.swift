internal import TEAResults
internal import TEASupport
internal import Synchronization

/// The variable that makes the test of one check replay a file or a token.
///
/// Each check of a test run reads the variable for itself, and runs as usual where the variable belongs to another check. A
/// variable that belongs to none of the checks that ran is noticed only when the process exits.
enum ReplayVariable {
  static let name = "TEACHECK_REPLAY"

  private struct Readers {
    var titles: [String] = []
    var hasReplayed = false
    /// The check that the variable belongs to, as the warning names it.
    var owner = ""
    /// The target of a check with the title that the variable's file names; `nil` without such a check.
    var targetOfNamesake: String?
  }

  private static let readers = Mutex(Readers())

  static func note(_ check: Check, reading source: ReplaySource) {
    let isFirst = readers.withLock { readers in
      readers.titles.append(check.title)
      readers.hasReplayed = readers.hasReplayed || source.fits(checkTitled: check.title, at: "\(check.place)")
      readers.owner =
        source.check.map { "the check '\($0)'" + (source.target.map { " of \($0)" } ?? "") }
        ?? source.module.map { "checks of \($0)" } ?? "a check with another title"
      if source.check == check.title {
        readers.targetOfNamesake = StoredCounterexample.target(ofPlace: "\(check.place)")
      }
      return readers.titles.count == 1
    }
    if isFirst { Platform.atExit { ReplayVariable.report() } }
  }

  private static func report() {
    let readers = readers.withLock { $0 }
    guard !readers.hasReplayed else { return }
    let limit = 3
    let titles = readers.titles.prefix(limit).map { "'\($0)'" }.joined(separator: ", ")
    let rest = readers.titles.count > limit ? ", …" : ""
    let advice =
      readers.targetOfNamesake.map { target in
        "A check of \(target) has that title: if its specification was moved there, put \"target\": \"\(target)\" into the "
          + "file. Otherwise run "
      } ?? "Run "
    Platform.write(
      printableLines(
        """
        Warning: nothing was replayed. \(name) belongs to \(readers.owner), and \
        \(counted(readers.titles.count, "other check")) ran, which searched: \(titles)\(rest)
        \(advice)the test of its check, or unset the variable.
        """) + "\n", to: Platform.standardError)
  }
}

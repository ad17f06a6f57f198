internal import TEAResults

/// The difference of one check between two revisions of a package.
struct CheckDifference {
  enum Content {
    case compared(BehaviourDifference)
    case onlyInNew
    case onlyInOld
    /// The reason why the check cannot be compared.
    case failed(String)
  }

  /// The name of the suite; empty where two files are compared.
  var suite: String
  /// The name of the module, or the title of the newer file.
  var module: String
  /// The name of the check; empty for the only check of a specification, and for files.
  var name: String
  var content: Content
  /// The verdict of the check in each revision; `nil` for a revision in which the check was not run.
  var verdicts = Both<Verdict?>(old: nil, new: nil)
  /// The words in the texts of each program. A name of `--rename` that is not among them may be misspelt.
  var words = Both<Set<String>>(old: [], new: [])
  /// The union of both graphs; `nil` where no page is written.
  var picture: DifferencePicture?

  struct Verdict: Equatable {
    var verdict: CheckResult.Verdict
    /// The property of the counterexample; `nil` for a check that is neither violated nor trapped.
    var property: String?

    var text: String { verdict.rawValue + (property.map { ": \($0)" } ?? "") }
  }

  var title: String { name.isEmpty ? module : "\(module) · \(name)" }

  enum Outcome: String, CaseIterable {
    case different, same
    case onlyInNew = "came"
    case onlyInOld = "gone"
    case failed
  }

  var outcome: Outcome {
    switch content {
    case .compared(let difference): difference.isSame && !hasDifferentVerdicts ? .same : .different
    case .onlyInNew: .onlyInNew
    case .onlyInOld: .onlyInOld
    case .failed: .failed
    }
  }

  var hasDifferentVerdicts: Bool {
    guard let old = verdicts.old, let new = verdicts.new else { return false }
    return old != new
  }

  /// `nil` for a check that is not compared.
  var difference: BehaviourDifference? {
    if case .compared(let difference) = content { difference } else { nil }
  }
}

/// The revisions, or files, that are compared.
struct Editions {
  var old: String
  /// The first characters of the older commit's hash; `nil` for files, and where the revision was given by its hash.
  var commit: String?
  var new: String
  /// A remark on the revisions, such as the number of files that are not committed.
  var remark: String?

  /// Names of at most 24 characters, for the margin of a table. Files are named without their folders. If the names are equal,
  /// or one is too long, they are `old` and `new`.
  var shortNames: Both<String> {
    func short(_ name: String) -> String {
      name.hasSuffix(".json") ? name.split(separator: "/").last.map(String.init) ?? name : name
    }
    let names = Both(old: short(old), new: short(new))
    return names.old == names.new || max(names.old.count, names.new.count) > 24
      ? Both(old: "old", new: "new") : names
  }
}

package import TEASupport

/// A check, as its suite lists it.
package struct ListedCheck: Sendable, Equatable {
  package var suite: String
  package var module: String
  /// The name of the check; empty for the only check of a specification.
  package var name: String
  package var title: String
  /// The place of the specification: module, file and line.
  package var place: String
  /// The path of the file with the place; `nil` where it is unknown.
  package var path: String?

  package init(suite: String, module: String, name: String, title: String, place: String, path: String? = nil) {
    self.suite = suite
    self.module = module
    self.name = name
    self.title = title
    self.place = place
    self.path = path
  }

  /// The target that declares the specification; `nil` where the place does not name it.
  var target: String? { StoredCounterexample.target(ofPlace: place) }

  package func result(_ verdict: CheckResult.Verdict, _ message: String) -> CheckResult {
    var result = CheckResult(module: module, name: name, place: place, path: path, verdict: verdict)
    result.message = message
    return result
  }

  package var notRunResult: CheckResult { result(.inconclusive, "it was not run, because of the interruption") }
}

/// The list of a suite names the suite once, for all checks.
extension ListedCheck: Record {
  package static var blank: Self { Self(suite: "", module: "", name: "", title: "", place: "") }

  package static let fields: [RecordField<Self>] = [
    .required("module", \.module), .required("name", \.name), .required("title", \.title),
    .required("place", \.place), .optional("path", \.path),
  ]

  /// The record that the command `list` prints.
  package var record: JSON {
    .record("listed", ["suite": suite, "module": module, "name": name, "place": place, "path": path])
  }
}

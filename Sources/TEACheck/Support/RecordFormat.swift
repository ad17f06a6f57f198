/// The format of all that suites and the command write as JSON.
package enum RecordFormat {
  /// The number that each record has; readers refuse others.
  package static let version = 1
}

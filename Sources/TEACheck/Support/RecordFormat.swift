/// The format of the JSON records that suites and the command write.
package enum RecordFormat {
  /// Readers refuse records with another number.
  package static let version = 1
}

/// The format of the JSON records that suites and the command write.
package enum RecordFormat {
  /// Readers refuse records with another number.
  package static let version = 1
  /// The character, “synchronous idle” of ASCII, of a sign of life while no call of the user's code lasts. No record holds it.
  package static let signOfRest: UInt8 = 0x16
}

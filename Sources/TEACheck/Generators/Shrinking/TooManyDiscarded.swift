internal import TEASupport

/// The error of a check that proves nothing, because filters discarded most of the generated values.
public struct TooManyDiscarded: Error, CustomStringConvertible {
  /// The number of cases that were tried, including the discarded ones.
  public let cases: Int

  /// The number of discarded cases.
  public let discarded: Int

  /// The place of the filter or other generator that discarded the last case; `nil` where it is not known.
  public let place: SourcePlace?

  /// The least number of cases after which the share of discarded cases is judged.
  static let minCases = 50

  /// Throws where there are at least ``minCases`` cases, and more than nine tenths of them were discarded.
  @usableFromInline
  static func check(_ discarded: Int, of cases: Int, _ last: Discarded) throws(TooManyDiscarded) {
    guard cases >= minCases, Double(discarded) > Double(cases) * 0.9 else { return }
    throw TooManyDiscarded(cases: cases, discarded: discarded, place: last.place)
  }

  /// The message: the place, the counts, and the remedy.
  public var description: String {
    "the filter\(place.map { " at \($0)" } ?? "") keeps too few values: \(discarded) of \(counted(cases, "case")) "
      + "\(discarded == 1 ? "was" : "were") thrown away; make the generator produce only good values, for example by "
      + "map or flatMap"
  }
}

/// The number of a run and its counts, which are added up at the end of its round.
struct RunSummary {
  var number: Int
  /// The number of steps that the run took, without those before the world in which it began.
  var steps = 0
  var isDiscarded = false
  /// The index of the run's results among those of its worker; `nil` where the run found nothing.
  var resultsIndex: Int?
}

internal import TEAResults
internal import TEAStateSpace

extension Breadcrumb {
  /// The step by which an exploration found a world. A record of an ancestry has the same bits as the breadcrumb of its step:
  /// the raw value of ``Kind/step`` is 0, and the number of a step takes at most 24 bits.
  init(_ record: Ancestry.Record) { self.init(bits: record) }
}

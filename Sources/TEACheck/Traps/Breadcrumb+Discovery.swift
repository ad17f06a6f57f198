internal import TEAResults
public import TEAStateSpace

extension Breadcrumb {
  /// Makes the breadcrumb of the step by which an exploration found a world, of the kind ``Kind/step``.
  @inlinable
  init(_ discovery: Ancestry.Record) { self.init(bits: discovery) }
}

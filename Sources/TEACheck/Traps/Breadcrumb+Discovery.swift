internal import TEAResults
public import TEAStateSpace

extension Breadcrumb {
  /// An ancestry packs its records as ``bits`` packs a breadcrumb of the kind ``Kind/step``.
  @inlinable
  init(_ discovery: Ancestry.Record) { self.init(bits: discovery) }
}

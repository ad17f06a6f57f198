/// An `InlineArray`, which is written by its elements, because its mirror does not have them.
package protocol InlineElements {
  var elements: [Any] { get }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension InlineArray: InlineElements where Element: Copyable {
  package var elements: [Any] { indices.map { self[$0] } }
}

import Foundation
import TEARuntime
import Testing

@testable import TEACheck

@Suite struct MessageSorterTests {
  final class Tag: Equatable, Sendable {
    let name: String
    init(_ name: String) { self.name = name }
    static func == (one: Tag, other: Tag) -> Bool { one.name == other.name }
  }

  /// The hash of a measurement contains its unit only in a fingerprint. All tags have the same hash, because `Tag` is not
  /// `Hashable`.
  @Test func `messages are sorted by their texts also where their payloads have one hash`() {
    struct Put<Payload> { var payload: Payload }
    func expectOneOrder<Payload>(_ payloads: [Payload]) {
      let sorter = MessageSorter<Put<Payload>>()
      let orders = [payloads, payloads.reversed()].map { payloads in
        sorter.sorted(payloads.map { Put(payload: $0) }).map { structuralLiteral($0.payload) }
      }
      #expect(orders[0] == orders[1] && Set(orders[0]).count == payloads.count)
    }
    expectOneOrder([Measurement(value: 5, unit: UnitLength.meters), Measurement(value: 5, unit: .kilometers)])
    expectOneOrder([Tag("pear"), Tag("apple"), Tag("plum")])
    expectOneOrder(["pear", "apple", "plum"])
    // Texts are kept by hashes, which take in what an existential holds only where its dynamic type is hashed by its content.
    expectOneOrder(["pear", 2, 2.5, true] as [AnyHashable])
    expectOneOrder([Tag("pear"), Tag("apple"), Tag("plum")] as [Any])
  }
}

import TEACheck

/// The published challenges by which libraries compare their shrinkers.
enum PublicChallenges {
  private static let integers = Gen<[Int]>.array(of: .integer)

  @ChallengeBuilder static var all: [Challenge] {
    let positive = Gen<Int>.integer(in: 1 ... .max)
    Challenge("reverse", "[0, 1]", integers) { $0 == $0.reversed() }
    Challenge("distinct", "[0, 1, -1]", integers) { Set($0).count < 3 }
    Challenge(
      "lengthlist", "[900]",
      Gen<Int>.integer(in: 1...100).flatMap { .array(of: .integer(in: 0...1_000), count: $0...$0) }
    ) { ($0.max() ?? 0) < 900 }
    Challenge("deletion", "([0, 0], 0)", zip(integers, Gen<Int>.integer)) { list, element in
      guard let index = list.firstIndex(of: element) else { return true }
      var rest = list
      rest.remove(at: index)
      return !rest.contains(element)
    }
    Challenge("coupling", "[1, 0]", Gen<[Int]>.array(of: .integer(in: 0...10))) { list in
      guard list.allSatisfy({ $0 < list.count }) else { return true }
      return !list.indices.contains { list[$0] != $0 && list[list[$0]] == $0 }
    }
    Challenge("difference zero", "(10, 10)", zip(positive, positive)) { $0 < 10 || $0 != $1 }
    Challenge("difference small", "(10, 6)", zip(positive, positive)) { $0 < 10 || !(1...4).contains(abs($0 - $1)) }
    Challenge("large union", "[[0, 1, -1, 2, -2]]", Gen<[[Int]]>.array(of: integers)) { Set($0.joined()).count < 5 }
    Challenge(
      "sum", "[1, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000]",
      Gen<[Int]>.array(of: .integer(in: 0...1_000), count: 0...100)
    ) { $0.reduce(0, +) <= 10_000 }
  }
}

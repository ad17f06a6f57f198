import Testing

@testable import TEACheck
@testable import YardstickChecks

/// Models as app developers write them have as many worlds as breadth-first search over a `Set` of them finds:
/// `Benchmarks/run debug` compares these counts with its own.
@Suite struct WrittenModelTests {
  @Test func aTodoList() {
    #expect(counts(TodoList.specification.check()) == [19_998, 297_207, 11])
  }

  @Test func aMessenger() {
    #expect(counts(Messenger.specification.check()) == [35_640, 188_646, 17])
  }

  @Test func twoPhaseCommitWithManagersInAnArray() {
    #expect(counts(ListedTwoPhaseCommit.specification(5).check()) == [8_832, 58_145, 16])
  }

  /// So many models that it is no longer kept what messages lead to.
  @Test(arguments: [1, 2]) func anOutboxWithCommands(workers: Int) {
    #expect(counts(Outbox.specification.check(), workers: workers) == [45_241, 476_067, 14])
  }

  private func counts(_ check: Check, workers: Int = 2) -> [Int] {
    let result = check.exploration(workers: workers)
    return [result.states, result.transitions, result.depth]
  }
}
